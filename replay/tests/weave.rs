//! Pages woven: pictures beside them, and what is said of a block that makes no sense.
#![allow(missing_docs, clippy::unwrap_used)]

use tsoro_replay::diagram::weave::{Settings, beside, inline};
use tsoro_replay::render::Look;

const PAGE: &str = "\
# A game

```tsoro ply=0-2
---
columns: 8
---
1. B8 b8
```

Words between.

<!-- tsoro file=boards/two.svg
2*8 / 0*8 / . 0*7 / 2*8 N
-->

```tsoro show=text
1. B21 *
```
";

#[test]
fn pictures_stand_beside_the_page() {
    let woven = beside(PAGE, "game", &Settings::default()).unwrap();
    let names: Vec<&str> = woven.pictures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["game-1.svg", "boards/two.svg"]);
    insta::assert_snapshot!(woven.page);
}

#[test]
fn weaving_what_is_woven_changes_nothing() {
    let once = beside(PAGE, "game", &Settings::default()).unwrap();
    let twice = beside(&once.page, "game", &Settings::default()).unwrap();
    assert_eq!(twice, once);
}

#[test]
fn a_page_without_blocks_stays_as_it_is() {
    for page in ["", "no line end", "```rust\n```tsoro\n", "<!-- tsoro -->\n", "`tsoro`\r\n\r\n```tsorox\r\n```\r\n"] {
        assert_eq!(inline(page, &Settings::default()).unwrap(), page);
        let woven = beside(page, "page", &Settings::default()).unwrap();
        assert_eq!((woven.page.as_str(), woven.pictures.len()), (page, 0));
    }
}

#[test]
fn a_block_in_a_list_stays_in_the_list() {
    let page = "- One:\n  ```tsoro\n  2*2 / 0*2 / 0*2 / 2*2 S\n  ```\n- Two\n";
    let woven = inline(page, &Settings::default()).unwrap();
    let inside = woven.strip_prefix("- One:\n").unwrap().strip_suffix("- Two\n").unwrap();
    assert!(inside.lines().all(|line| line.starts_with("  ")), "{inside}");
}

fn check(block: &str, expected: &str) {
    let troubles = inline(block, &Settings::default()).unwrap_err();
    let told: Vec<String> = troubles.iter().map(|trouble| trouble.report("page.md", Look::default())).collect();
    assert_eq!(told.join("\n"), expected);
}

#[test]
fn trouble_is_told_with_its_place() {
    check(
        "\n```tsoro ply=3\n---\ncolumns: 8\n---\n1. B8 b8\n```\n",
        "error: there is no ply 3: the record has 2\n --> page.md:2\n",
    );
    check(
        "```tsoro\n2*8 / 0*8 / 2*8\n```\n",
        "error: a position has four rows with `/` between them, not 3\n --> page.md:1\n",
    );
    check(
        "```tsoro\n2*8 / 0*8 / 0*8 / 2*7\n```\n",
        "error: the rows of a position are equally long, and have from 2 to 64 holes\n --> page.md:1\n",
    );
    check(
        "```tsoro rules=tsorro\n2*8 / 0*8 / 0*8 / 2*8\n```\n",
        "error: `rules=tsorro`: there is no preset `tsorro`; did you mean `tsoro`?\n --> page.md:1\n",
    );
    check("```tsoro record=2\nB21 *\n```\n", "error: the block has no record 2\n --> page.md:1\n");
}

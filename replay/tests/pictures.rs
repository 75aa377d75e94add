//! Every pen over a fixed set of boards: narrow and wide, at rest and after a ply that did much.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use tsoro_replay::diagram::{Labels, Picture, Taken, html, pdf, svg, text, tikz, typst, weave};
use tsoro_replay::render::Look;
use tsoro_rules::describe::Description;
use tsoro_rules::{Board, Columns, Position, RuleSet, Side};

fn rules(text: &str, columns: u8) -> RuleSet {
    Description::parse(text).unwrap().build(Columns::new(columns).ok()).unwrap()
}

/// The start of a game.
fn start(text: &str, columns: u8) -> Picture {
    let rules = rules(text, columns);
    Picture::of(&Position::start(&rules, Side::South).unwrap(), Some(&rules))
}

/// A ply of everything: laps, a capture, a bonus; counts of one and two digits.
fn busy() -> Picture {
    let rules = rules("tsoro", 8);
    let rows: [&[u16]; 4] =
        [&[2, 4, 0, 12, 2, 0, 2, 2], &[1, 0, 0, 1, 3, 0, 0, 1], &[0, 3, 1, 5, 1, 0, 2, 14], &[0, 0, 1, 3, 3, 0, 1, 4]];
    let mut position = Position::of(Board::from_rows(rows).unwrap(), Side::North);
    position.taken = [9, 4];
    let hole = |name| position.columns().parse_hole(name).unwrap();
    Picture {
        lift: Some(hole("B2")),
        landings: vec![hole("B4"), hole("B8"), hole("A3")],
        laps: 3,
        captured: vec![Taken { hole: hole("a6"), stones: 3 }, Taken { hole: hole("b6"), stones: 1 }],
        bonus: vec![Taken { hole: hole("a3"), stones: 2 }, Taken { hole: hole("b3"), stones: 3 }],
        title: "Ply 7: South plays B2+B8x3,1:a3,b3".to_owned(),
        ..Picture::of(&position, Some(&rules))
    }
}

/// The fixed set.
fn pictures() -> Vec<(&'static str, Picture)> {
    let sketch = [
        vec![Some(2), None, Some(0), Some(1)],
        vec![Some(0); 4],
        vec![None; 4],
        vec![Some(2), Some(2), Some(10), Some(0)],
    ];
    vec![
        ("start-2", start("hawalis", 2)),
        ("start-6", start("tsoro", 6)),
        ("busy-8", busy()),
        ("busy-8-north", busy().seen_from(Side::North)),
        ("busy-8-board", busy().labelled(Labels::Board).captioned("After the second bonus of South.")),
        ("busy-8-bare", busy().labelled(Labels::None)),
        ("sketch-4", Picture::sketch(sketch, None).unwrap()),
        ("start-21", start("tsoro", 21)),
        ("start-36", start("nsolo", 36)),
        ("start-64", start("tsoro", 64)),
    ]
}

#[test]
fn as_text() {
    let mut all = String::new();
    for (name, picture) in pictures() {
        for ascii in [false, true] {
            let drawn = text::draw(&picture, &text::Options { ascii, ..text::Options::default() });
            assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{name} is wider than 80 columns:\n{drawn}");
            assert!(!ascii || drawn.is_ascii());
            all += &format!("{name}{}\n\n{drawn}\n", if ascii { ", ASCII" } else { "" });
        }
    }
    insta::assert_snapshot!(all);
}

/// A middle game on a wide board, with piles of every size.
fn middle_game(rules_text: &str, columns: u8) -> Picture {
    let rules = rules(rules_text, columns);
    let mut position = Position::start(&rules, Side::South).unwrap();
    let mut seed = 7u32;
    for side in Side::BOTH {
        for hole in position.columns().holes(side) {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let stones = [0, 0, 1, 2, 3, 1, 4, 0, 5, 6, 2, 7, 8, 0, 11, 24][(seed >> 24) as usize % 16];
            position.board.set(hole, stones);
        }
    }
    let width = position.columns();
    let hole = |name| width.parse_hole(name).unwrap();
    let taken = |name, stones| Taken { hole: hole(name), stones };
    for name in ["B2", "a5", "b5", "a2", "b3"] {
        position.board.set(hole(name), 0);
    }
    position.taken = [9, 4];
    Picture {
        lift: Some(hole("B2")),
        landings: vec![hole("B-1"), hole("A-1"), hole("B4"), hole("A-5")],
        laps: 4,
        captured: vec![taken("a5", 3), taken("b5", 12)],
        bonus: vec![taken("a2", 2), taken("b3", 5)],
        ..Picture::of(&position, Some(&rules))
    }
}

/// Draws every style and theme into the folder that `TSORO_PICTURES` names, to be looked at.
#[test]
#[ignore = "for looking at"]
fn gallery() {
    let Ok(folder) = std::env::var("TSORO_PICTURES") else { return };
    let record = tsoro_notation::records(include_str!("../../tests/browser/game.tsoro")).next().unwrap();
    let replay = tsoro_replay::replay(&record, &tsoro_replay::Options::default());
    std::fs::write(format!("{folder}/game.html"), html::page(&record, &replay)).unwrap();
    for (name, picture) in [
        ("6", middle_game("tsoro", 6).captioned("Ply 7: South plays B2, and takes seventeen stones")),
        ("8", busy()),
        ("21", middle_game("tsoro", 21)),
        ("36", middle_game("nsolo", 36)),
    ] {
        for style in svg::Style::ALL {
            for theme in svg::Theme::ALL {
                let drawn = svg::draw(&picture, &svg::Options { style, theme, ..svg::Options::default() });
                std::fs::write(format!("{folder}/{name}-{style}-{theme}.svg"), drawn).unwrap();
            }
        }
    }
}

#[test]
fn as_svg() {
    let draw =
        |style, theme, picture: &Picture| svg::draw(picture, &svg::Options { style, theme, ..svg::Options::default() });
    insta::assert_snapshot!("svg-pebbles-earth", draw(svg::Style::Pebbles, svg::Theme::Earth, &busy()));
    insta::assert_snapshot!("svg-print-paper", draw(svg::Style::Print, svg::Theme::Paper, &busy()));
    let sketch = pictures().into_iter().find(|(name, _)| *name == "sketch-4").unwrap().1;
    insta::assert_snapshot!("svg-figures-dark", draw(svg::Style::Figures, svg::Theme::Dark, &sketch));
    let strip = [start("tsoro", 2).captioned("One"), start("tsoro", 2).captioned("<Two> & \"three\"")];
    insta::assert_snapshot!(
        "svg-strip",
        svg::strip(&strip, &svg::Options { width: Some(300), ..svg::Options::default() })
    );
}

#[test]
fn for_tex_typst_and_pdf() {
    let picture = busy().captioned("50 % of {all} stones_ #1 \\ (“late”)");
    insta::assert_snapshot!("tikz", tikz::draw(&picture));
    insta::assert_snapshot!("typst", typst::draw(&picture));
    insta::assert_snapshot!("pdf", String::from_utf8_lossy(&pdf::draw(&picture)));
}

/// Whatever a record says, the page's script is not ended or added to by it.
#[test]
fn a_page_keeps_words_apart_from_markup() {
    let text =
        "---\ncolumns: 8\nsouth: \"<i>A</i>\"\nnorth: \"</title>\"\n---\nB8 {</script><script>alert(1)</script>} b8 *";
    let record = tsoro_notation::records(text).next().unwrap();
    let page = html::page(&record, &tsoro_replay::replay(&record, &tsoro_replay::Options::default()));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<i>") && page.contains("&lt;i&gt;A&lt;/i&gt; – &lt;/title&gt;"));
    assert!(!page.contains("{{") && !page.contains("http"));
}

/// A picture is the same bytes every time, and well formed whatever its words are.
#[test]
fn the_same_picture_is_the_same_bytes() {
    for (name, picture) in pictures() {
        let picture = picture.captioned("a < b & \u{1} \u{202e}");
        for style in svg::Style::ALL {
            for theme in svg::Theme::ALL {
                let options = svg::Options { style, theme, ..svg::Options::default() };
                let drawn = svg::draw(&picture, &options);
                assert_eq!(drawn, svg::draw(&picture, &options), "{name}");
                assert!(!drawn.contains("\n\n") && !drawn.contains("NaN") && !drawn.contains("-0\""), "{name}");
                assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count(), "{name}");
            }
        }
    }
}

/// Every block of the book and the README becomes a picture.
#[test]
fn the_books_blocks_are_drawn() {
    let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    let mut folders = vec![book];
    let mut drawn = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                let name = path.display().to_string();
                let woven = weave::inline(&text, &weave::Settings::default()).unwrap_or_else(|troubles| {
                    let told = troubles.iter().map(|trouble| trouble.report(&name, Look::default()));
                    panic!("{}", told.collect::<String>())
                });
                drawn += woven.matches("<figure class=\"tsoro\">").count();
            }
        }
    }
    assert!(drawn > 10);
}

/// The pixels are those of the reference pictures, but for rounding. `TSORO_PIXELS=write` makes new references, which
/// are to be looked at.
#[cfg(feature = "png")]
#[test]
fn as_png() {
    use resvg::tiny_skia::Pixmap;
    use tsoro_replay::diagram::png;

    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pixels");
    for (style, theme) in svg::Style::ALL.into_iter().zip(svg::Theme::ALL) {
        let svg = svg::draw(&busy(), &svg::Options { style, theme, ..svg::Options::default() });
        let drawn = png::from_svg(&svg, 1.0).unwrap();
        let path = folder.join(format!("busy-8-{style}-{theme}.png"));
        if std::env::var("TSORO_PIXELS").is_ok_and(|value| value == "write") {
            std::fs::write(&path, &drawn).unwrap();
        }
        let (drawn, reference) = (Pixmap::decode_png(&drawn).unwrap(), Pixmap::load_png(&path).unwrap());
        assert_eq!((drawn.width(), drawn.height()), (reference.width(), reference.height()));
        let far = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 12;
        let off = drawn.data().iter().zip(reference.data()).filter(|&pair| far(pair)).count();
        assert!(off * 1000 < drawn.data().len(), "{}: {off} of {} values differ", path.display(), drawn.data().len());
    }
    let error = png::from_svg("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", 9999.0);
    assert_eq!(
        error.unwrap_err().to_string(),
        "a picture of 89991 by 89991 pixels cannot be made; a side has from 1 to 16384"
    );
}

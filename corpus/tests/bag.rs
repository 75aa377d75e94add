//! Bags made by us and by others, sound ones and broken ones.

use std::fs;
use std::path::Path;

use tsoro_corpus::exchange::{ExchangeError, Item, bag, folder};

type Tested<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn items() -> Vec<Item> {
    let texts = [
        "---\nidentifier: Ndola 1\nrecorder: A. N. Other\nrights: free\n---\n1. B5 b7 *\n",
        "1. B5 {no header, CRLF}\r\n",
        "---\nevent: \"ü / ..\"\nrecorder: A. N. Other\n---\n",
    ];
    let item = |(n, text): (i32, &str)| Item { source: format!("notes{n}.tsoro"), ..Item::new(n.to_string(), text) };
    (1..).zip(texts).map(item).collect()
}

fn faults(bag: &Path) -> Tested<Vec<String>> {
    Ok(bag::check(bag)?.iter().map(ToString::to_string).collect())
}

/// A bag of one file, made by hand, as another tool would.
fn other_bag(folder: &Path, manifest: &str) -> Tested {
    fs::create_dir_all(folder.join("data"))?;
    fs::write(folder.join("data/a.tsoro"), "abc")?;
    fs::write(folder.join("bagit.txt"), "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n")?;
    fs::write(folder.join("manifest-md5.txt"), manifest)?;
    Ok(())
}

const ABC: &str = "900150983cd24fb0d6963f7d28e17f72";

#[test]
fn what_goes_into_a_bag_comes_out_of_it() -> Tested {
    let folder = tempfile::tempdir()?;
    let bag = folder.path().join("bag");
    let written = bag::write(&bag, items().into_iter().map(Ok), None, &[])?;
    assert_eq!(written.records, 3);
    assert_eq!(faults(&bag)?, [""; 0]);
    assert_eq!(bag::read(&bag)?, items());
    let info = fs::read_to_string(bag.join("bag-info.txt"))?;
    assert!(info.contains("Recorder: A. N. Other\nRights: free\n"), "{info}");
    // The same records give the same bag.
    let again = folder.path().join("again");
    bag::write(&again, items().into_iter().map(Ok), None, &[])?;
    assert_eq!(fs::read(bag.join("tagmanifest-sha512.txt"))?, fs::read(again.join("tagmanifest-sha512.txt"))?);
    assert!(matches!(bag::write(&bag, [], None, &[]), Err(ExchangeError::NotEmpty(_))));
    Ok(())
}

#[test]
fn a_folder_comes_back_whole() -> Tested {
    let folder = tempfile::tempdir()?;
    let target = folder.path().join("out");
    let names = folder::write(&target, items().into_iter().map(Ok))?;
    assert_eq!(names[0], Path::new("000001-ndola-1.tsoro"));
    let mut texts = Vec::new();
    for name in &names {
        texts.extend(folder::read(&target.join(name))?.into_iter().map(|item| item.text));
    }
    assert_eq!(texts, items().into_iter().map(|item| item.text).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn every_defect_of_a_bag_is_named() -> Tested {
    let folder = tempfile::tempdir()?;
    let check = |name: &str, manifest: &str, spoil: &dyn Fn(&Path) -> Tested, expected: &[&str]| -> Tested {
        let bag = folder.path().join(name);
        other_bag(&bag, manifest)?;
        spoil(&bag)?;
        assert_eq!(faults(&bag)?, expected, "{name}");
        Ok(())
    };
    let sound = format!("{ABC}  data/a.tsoro\n");
    let nothing = |_: &Path| Ok(());
    check("sound", &sound, &nothing, &[])?;
    check("star", &format!("{} *data/a.tsoro\n", ABC.to_uppercase()), &nothing, &[])?;
    check(
        "altered",
        &format!("{}  data/a.tsoro\n", "0".repeat(32)),
        &nothing,
        &["data/a.tsoro is not what manifest-md5.txt says"],
    )?;
    check(
        "missing",
        &format!("{sound}{ABC}  data/b.tsoro\n"),
        &nothing,
        &["data/b.tsoro is listed in manifest-md5.txt and missing"],
    )?;
    check("unlisted", "", &nothing, &["data/a.tsoro is not listed in manifest-md5.txt"])?;
    check(
        "leads out",
        &format!("{sound}{ABC}  data/../../a\n{ABC}  /etc/passwd\n"),
        &nothing,
        &[
            "manifest-md5.txt: the path `data/../../a` is refused: it leads out of the bag",
            "manifest-md5.txt: the path `/etc/passwd` is refused: it begins at the root of the file system",
        ],
    )?;
    check(
        "no blank",
        &format!("{sound}{ABC}\n"),
        &nothing,
        &["manifest-md5.txt, line 2: a checksum and a path with a blank between them were expected"],
    )?;
    check(
        "outside",
        &format!("{sound}{ABC}  bagit.txt\n"),
        &nothing,
        &["manifest-md5.txt, line 2: a path outside `data/`"],
    )?;
    check(
        "twice",
        &format!("{sound}{}  data/a.tsoro\n", "0".repeat(32)),
        &nothing,
        &[
            "manifest-md5.txt, line 2: the path is listed twice, with different checksums",
            "data/a.tsoro is not what manifest-md5.txt says",
        ],
    )?;
    let write =
        |name: &'static str, text: &'static str| move |bag: &Path| -> Tested { Ok(fs::write(bag.join(name), text)?) };
    check(
        "mark",
        &sound,
        &write("bagit.txt", "\u{feff}BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
        &["bagit.txt: it begins with a byte-order mark, which it must not"],
    )?;
    check(
        "version",
        &sound,
        &write("bagit.txt", "BagIt-Version: one\nTag-File-Character-Encoding: UTF-8\n"),
        &["bagit.txt: its first line must be `BagIt-Version: ` and a version such as 1.0"],
    )?;
    check(
        "one line",
        &sound,
        &write("bagit.txt", "BagIt-Version: 1.0\n"),
        &["bagit.txt: it must have exactly two lines, the version and the encoding"],
    )?;
    check(
        "oxum",
        &sound,
        &write("bag-info.txt", "Payload-Oxum: 4.1\n"),
        &["Payload-Oxum says 4.1, the payload is 3.1"],
    )?;
    check("oxum right", &sound, &write("bag-info.txt", "Payload-Oxum: 3.1\nNote: goes\n  on\n"), &[])?;
    check(
        "fetch",
        &sound,
        &write("fetch.txt", "http://example.org/b 3 data/b\n"),
        &["fetch.txt names 1 files; they are not fetched"],
    )?;
    check(
        "fetch out",
        &sound,
        &write("fetch.txt", "http://example.org/b - ../../b\n"),
        &[
            "fetch.txt: the path `../../b` is refused: it leads out of the bag",
            "fetch.txt names 1 files; they are not fetched",
        ],
    )?;
    check(
        "unknown sum",
        &sound,
        &write("manifest-crc32.txt", "x"),
        &["manifest-crc32.txt has an unknown kind of checksum and was left out"],
    )?;
    let remove = |name: &'static str| move |bag: &Path| -> Tested { Ok(fs::remove_file(bag.join(name))?) };
    check("no declaration", &sound, &remove("bagit.txt"), &["bagit.txt: it is missing, so this is no bag"])?;
    check(
        "no manifest",
        &sound,
        &remove("manifest-md5.txt"),
        &["there is no manifest of the payload with MD5, SHA-1, SHA-256 or SHA-512"],
    )?;
    check(
        "tag altered",
        &sound,
        &write("tagmanifest-sha1.txt", "00  bagit.txt\n"),
        &["bagit.txt is not what tagmanifest-sha1.txt says"],
    )?;
    Ok(())
}

#[cfg(unix)]
#[test]
fn links_are_never_followed() -> Tested {
    let folder = tempfile::tempdir()?;
    let bag = folder.path().join("bag");
    other_bag(&bag, &format!("{ABC}  data/a.tsoro\n{ABC}  data/link.tsoro\n"))?;
    fs::write(folder.path().join("secret"), "abc")?;
    std::os::unix::fs::symlink(folder.path().join("secret"), bag.join("data/link.tsoro"))?;
    assert_eq!(
        faults(&bag)?,
        [
            "data/link.tsoro is a link, which a bag may not have",
            "data/link.tsoro is listed in manifest-md5.txt and missing",
        ]
    );
    assert!(matches!(bag::read(&bag), Err(ExchangeError::Bag(_))));
    Ok(())
}

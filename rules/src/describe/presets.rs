//! The rule sets that come with the engine: the YAML files of `rules/presets/`, embedded as they are.

/// Names and texts, in the order in which they are documented.
pub(super) const PRESETS: [(&str, &str); 14] = [
    ("tsoro", include_str!("../../presets/tsoro.yaml")),
    ("tsoro-matthews", include_str!("../../presets/tsoro-matthews.yaml")),
    ("tsoro-misoro", include_str!("../../presets/tsoro-misoro.yaml")),
    ("nsolo", include_str!("../../presets/nsolo.yaml")),
    ("nsolo-sanderson", include_str!("../../presets/nsolo-sanderson.yaml")),
    ("bao-kigogo", include_str!("../../presets/bao-kigogo.yaml")),
    ("bao-la-kimasai", include_str!("../../presets/bao-la-kimasai.yaml")),
    ("njombwa", include_str!("../../presets/njombwa.yaml")),
    ("msuwa", include_str!("../../presets/msuwa.yaml")),
    ("msuwa-wa-kunja", include_str!("../../presets/msuwa-wa-kunja.yaml")),
    ("sute", include_str!("../../presets/sute.yaml")),
    ("hawalis", include_str!("../../presets/hawalis.yaml")),
    ("nchayo", include_str!("../../presets/nchayo.yaml")),
    ("tracey-tsoro", include_str!("../../presets/tracey-tsoro.yaml")),
];

/// The presets' names, in the order in which they are listed.
pub fn presets() -> impl ExactSizeIterator<Item = &'static str> + Clone {
    PRESETS.iter().map(|&(name, _)| name)
}

/// The YAML file of a preset as it stands, with its comments.
pub fn preset_text(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|&&(known, _)| known == name).map(|&(_, text)| text)
}

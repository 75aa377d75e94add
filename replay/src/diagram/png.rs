//! The pen for pixels: the SVG of the other pen, drawn with an embedded font so that it looks the same everywhere.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The letters of the pictures: Inter, under the SIL Open Font License (fonts/OFL.txt).
const FONTS: [&[u8]; 2] =
    [include_bytes!("../../fonts/Inter-Regular.otf"), include_bytes!("../../fonts/Inter-SemiBold.otf")];

/// The longest side that a picture may have, in pixels.
pub const LONGEST_SIDE: f32 = 16_384.0;

/// Why there are no pixels.
#[derive(Debug, Error)]
pub enum PngError {
    /// The text is no SVG.
    #[error("the picture cannot be drawn: {0}")]
    Svg(String),
    /// It would be too large, or nothing.
    #[error("a picture of {width:.0} by {height:.0} pixels cannot be made; a side has from 1 to {LONGEST_SIDE:.0}")]
    Size {
        /// As asked for.
        width: f32,
        /// As asked for.
        height: f32,
    },
}

/// Turns an SVG into a PNG file of `scale` times its size.
///
/// # Errors
/// When the text is no SVG, or the picture would be too large.
pub fn from_svg(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let pixels = pixels(svg, scale)?;
    pixels.encode_png().map_err(|error| PngError::Svg(error.to_string()))
}

fn pixels(svg: &str, scale: f32) -> Result<Pixmap, PngError> {
    let mut options = Options { font_family: "Inter".to_owned(), ..Options::default() };
    for font in FONTS {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    let possible = |side: f32| (1.0..=LONGEST_SIDE).contains(&side);
    let pixmap = if possible(width) && possible(height) { Pixmap::new(width as u32, height as u32) } else { None };
    let mut pixmap = pixmap.ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

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

/// Turns SVG documents of one size into an animated PNG, each shown for so many milliseconds and the last one twice as
/// long, over and over. Programs that know nothing of animated PNG show the first.
///
/// # Errors
/// As [`from_svg`]; and when there is no frame, or the frames differ in size.
pub fn animated(frames: &[String], scale: f32, milliseconds: u16) -> Result<Vec<u8>, PngError> {
    let wrong = |error: &dyn std::fmt::Display| PngError::Svg(error.to_string());
    let frames = frames.iter().map(|svg| pixels(svg, scale)).collect::<Result<Vec<Pixmap>, PngError>>()?;
    let (Some(first), Some(last)) = (frames.first(), frames.len().checked_sub(1)) else {
        return Err(wrong(&"a film has a frame at least"));
    };
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, first.width(), first.height());
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_animated(frames.len() as u32, 0).map_err(|error| wrong(&error))?;
    let mut writer = encoder.write_header().map_err(|error| wrong(&error))?;
    for (index, frame) in frames.iter().enumerate() {
        let shown = if index == last { milliseconds.saturating_mul(2) } else { milliseconds };
        writer.set_frame_delay(shown, 1000).map_err(|error| wrong(&error))?;
        // The page hides all that is behind it, so colours are the same with and without transparency.
        writer.write_image_data(frame.data()).map_err(|error| wrong(&error))?;
    }
    writer.finish().map_err(|error| wrong(&error))?;
    Ok(file)
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

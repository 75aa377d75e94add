//! Pictures in files: how they are to look, and which pen draws what a file's ending asks for.

use std::path::{Path, PathBuf};

use clap::Args;
use tsoro_replay::diagram::{Picture, pdf, png, svg, text, tikz, typst};

use crate::failure::Failure;
use crate::output;

/// How pictures look.
#[derive(Debug, Args)]
pub(crate) struct Drawn {
    /// What stands in the holes of a picture: pebbles, figures, or print (line drawing)
    #[arg(long, value_name = "STYLE", default_value_t)]
    style: svg::Style,

    /// The colours of a picture: earth, paper (black on white), or dark
    #[arg(long, value_name = "THEME", default_value_t)]
    theme: svg::Theme,

    /// The width of a picture in pixels (SVG, PNG) [default: the natural size, PNG twice that]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    width: Option<u32>,

    /// Leave out what the marks mean
    #[arg(long)]
    no_legend: bool,
}

impl Drawn {
    /// How the SVG pen is to draw.
    pub(crate) fn options(&self) -> svg::Options {
        svg::Options { style: self.style, theme: self.theme, legend: !self.no_legend, width: self.width }
    }

    /// Draws pictures into the file, or into a file for each where its name has `{ply}`.
    pub(crate) fn write(&self, path: &Path, mut pictures: Vec<(u32, Picture)>) -> Result<(), Failure> {
        let name = path.to_string_lossy();
        if name.contains("{ply}") {
            for (ply, picture) in pictures {
                let path = PathBuf::from(name.replace("{ply}", &ply.to_string()));
                output::write_file(&path, &self.draw(&path, &[picture])?)?;
            }
            return Ok(());
        }
        if pictures.len() > 1 {
            for (_, picture) in &mut pictures {
                if picture.caption.is_none() {
                    picture.caption = Some(picture.title.clone());
                }
            }
        }
        let pictures: Vec<Picture> = pictures.into_iter().map(|(_, picture)| picture).collect();
        output::write_file(path, &self.draw(path, &pictures)?)
    }

    /// Draws a film into a file.
    pub(crate) fn write_film(&self, path: &Path, film: &[Picture], milliseconds: u16) -> Result<(), Failure> {
        // The legend would come and go with the marks.
        let options = svg::Options { legend: false, ..self.options() };
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let bytes = match ending.as_str() {
            "svg" => svg::animated(film, &options, u32::from(milliseconds)).into_bytes(),
            "png" | "apng" => {
                let drawn = png::animated(&svg::frames(film, &options), 1.0, milliseconds);
                drawn.map_err(|error| Failure::Argument(format!("{}: {error}", path.display())))?
            }
            _ => {
                let help = "a picture that moves is SVG or PNG: its name ends in .svg, .png or .apng";
                return Err(Failure::Argument(format!("{}: {help}", path.display())));
            }
        };
        output::write_file(path, &bytes)
    }

    fn draw(&self, path: &Path, pictures: &[Picture]) -> Result<Vec<u8>, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let each = |draw: &dyn Fn(&Picture) -> String| pictures.iter().map(draw).collect::<Vec<_>>().join("\n");
        Ok(match ending.as_str() {
            "svg" => svg::strip(pictures, &self.options()).into_bytes(),
            "png" => {
                let scale = if self.width.is_some() { 1.0 } else { 2.0 };
                let drawn = png::from_svg(&svg::strip(pictures, &self.options()), scale);
                drawn.map_err(|error| Failure::Argument(format!("{}: {error}", path.display())))?
            }
            "tex" | "tikz" => each(&tikz::draw).into_bytes(),
            "typ" => each(&typst::draw).into_bytes(),
            "txt" => each(&|picture| text::draw(picture, &text::Options::default())).into_bytes(),
            "pdf" => match pictures {
                [picture] => pdf::draw(picture),
                _ => {
                    let help = "a PDF holds one board; with {ply} in its name every ply has a file of its own";
                    return Err(Failure::Argument(format!("{}: {help}", path.display())));
                }
            },
            _ => {
                let endings = "its ending says what is drawn: svg, png, pdf, tex, typ or txt";
                return Err(Failure::Argument(format!("{}: no kind of picture; {endings}", path.display())));
            }
        })
    }
}

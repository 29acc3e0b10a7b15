//! Whether to colour.

use std::ffi::OsString;

/// What the user asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColourChoice {
    /// Colour depends on the terminal and on the environment.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Decides by choice, then by the environment (`NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, `TERM=dumb`; see no-color.org and
/// bixense.com/clicolors), then by whether the output is a terminal.
pub fn use_colour(choice: ColourChoice, env: impl Fn(&str) -> Option<OsString>, terminal: bool) -> bool {
    let set = |name: &str| env(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, wanted: &str| env(name).is_some_and(|value| value == wanted);
    match choice {
        ColourChoice::Always => true,
        ColourChoice::Never => false,
        ColourChoice::Auto if set("NO_COLOR") => false,
        ColourChoice::Auto if set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        ColourChoice::Auto => terminal && !is("CLICOLOR", "0") && !is("TERM", "dumb"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(choice: ColourChoice, env: &[(&str, &str)], terminal: bool) -> bool {
        let look_up = |name: &str| env.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        use_colour(choice, look_up, terminal)
    }

    #[test]
    fn the_terminal_decides_unless_the_environment_speaks() {
        use ColourChoice::Auto;
        assert!(decide(Auto, &[], true));
        assert!(!decide(Auto, &[], false));
        assert!(!decide(Auto, &[("NO_COLOR", "1")], true));
        assert!(decide(Auto, &[("NO_COLOR", "")], true));
        assert!(!decide(Auto, &[("CLICOLOR", "0")], true));
        assert!(!decide(Auto, &[("TERM", "dumb")], true));
        assert!(decide(Auto, &[("CLICOLOR_FORCE", "1")], false));
        assert!(!decide(Auto, &[("CLICOLOR_FORCE", "0")], false));
        assert!(!decide(Auto, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], true));
    }

    #[test]
    fn the_option_overrides_the_environment() {
        assert!(decide(ColourChoice::Always, &[("NO_COLOR", "1")], false));
        assert!(!decide(ColourChoice::Never, &[("CLICOLOR_FORCE", "1")], true));
    }
}

//! Exact decimal numbers: an `i128` count of 10⁻²⁴, with checked operations.
//!
//! Payoffs, stocks and amounts are [`Dec`]; a double appears only in the last division of an indicator. The 24 places
//! hold what the rules multiply out: a discount of two decimals over twelve rounds has 22. What the rules divide is
//! cut after 12.

use crate::Json;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Number of decimals kept.
pub const DECIMALS: u32 = 24;
const ONE: i128 = TRILLION * TRILLION;
/// 10¹²: what [`Dec::scaled`] counts is this many of what is kept.
const TRILLION: i128 = 1_000_000_000_000;
/// Largest magnitude accepted from outside, in whole units: leaves room for sums over any game.
const LIMIT: i128 = TRILLION;

/// An exact decimal with at most 24 places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dec(i128);

impl Dec {
    /// 0.
    pub const ZERO: Dec = Dec(0);
    /// 1.
    pub const ONE: Dec = Dec(ONE);

    /// A whole number (the nearest end of the range beyond 1.7·10¹⁴).
    pub const fn int(n: i64) -> Dec {
        Dec((n as i128).saturating_mul(ONE))
    }

    /// The count of 10⁻¹² that this number is, cut toward zero (exact with at most 12 decimals).
    pub const fn scaled(self) -> i128 {
        self.0 / TRILLION
    }

    /// The number that is `n` times 10⁻¹².
    pub const fn from_scaled(n: i128) -> Dec {
        Dec(n.saturating_mul(TRILLION))
    }

    /// Reads `-12.5`: digits, at most 24 decimals, no exponent, no blanks. `None` for anything else.
    pub fn parse(text: &str) -> Option<Dec> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(part) || (part.is_empty() && digits.contains('.')) {
            return None;
        }
        let part = part.trim_end_matches('0');
        if part.len() > DECIMALS as usize || whole.len() > 18 {
            return None;
        }
        let mut n: i128 = whole.parse::<i128>().ok()?;
        if n > LIMIT {
            return None;
        }
        n *= ONE;
        if !part.is_empty() {
            n += part.parse::<i128>().ok()? * 10_i128.pow(DECIMALS - part.len() as u32);
        }
        Some(Dec(if negative { -n } else { n }))
    }

    /// Reads a JSON integer, a JSON float (its shortest decimal form) or a decimal as text.
    pub fn from_json(value: &Json) -> Option<Dec> {
        match value {
            Json::String(text) => Dec::parse(text),
            Json::Number(n) => {
                let text = n.to_string();
                match text.split_once(['e', 'E']) {
                    None => Dec::parse(&text),
                    Some((mantissa, exponent)) => Dec::parse_scientific(mantissa, exponent.parse().ok()?),
                }
            }
            _ => None,
        }
    }

    fn parse_scientific(mantissa: &str, exponent: i32) -> Option<Dec> {
        let m = Dec::parse(mantissa)?;
        if m.0 == 0 {
            return Some(m);
        }
        if exponent >= 0 {
            let factor = 10_i128.checked_pow(exponent as u32)?;
            m.0.checked_mul(factor).filter(|n| n.abs() <= LIMIT * ONE).map(Dec)
        } else {
            let factor = 10_i128.checked_pow(exponent.unsigned_abs())?;
            (m.0 % factor == 0).then(|| Dec(m.0 / factor))
        }
    }

    /// As JSON: an integer where it is whole, otherwise a decimal as text without trailing zeros.
    pub fn to_json(self) -> Json {
        match self.to_i64() {
            Some(n) => Json::from(n),
            None => Json::String(self.to_string()),
        }
    }

    /// The whole number that this is, if it is one and fits.
    pub fn to_i64(self) -> Option<i64> {
        (self.0 % ONE == 0).then(|| i64::try_from(self.0 / ONE).ok()).flatten()
    }

    /// The double of the exact value, by one division of whole numbers in lowest terms.
    pub fn to_f64(self) -> f64 {
        self.ratio(Dec::ONE).unwrap_or(0.0)
    }

    /// Sum, or `None` outside the range.
    pub fn checked_add(self, other: Dec) -> Option<Dec> {
        self.0.checked_add(other.0).map(Dec)
    }

    /// The exact product, or `None` where it needs more than 24 decimals or is outside the range.
    pub fn checked_mul(self, other: Dec) -> Option<Dec> {
        let (places, others) = (self.decimals(), other.decimals());
        let spare = DECIMALS.checked_sub(places + others)?;
        let digits = |n: i128, used: u32| n / 10_i128.pow(DECIMALS - used);
        let product = digits(self.0, places).checked_mul(digits(other.0, others))?;
        product.checked_mul(10_i128.pow(spare)).map(Dec)
    }

    /// `self · num / den`, formed exactly and cut toward zero once, after 12 decimals. `None` for `den` 0, outside the
    /// range, or where one of the three has more than 12 decimals.
    pub fn mul_div(self, num: Dec, den: Dec) -> Option<Dec> {
        if [self, num, den].iter().any(|d| d.0 % TRILLION != 0) {
            return None;
        }
        let cut = self.scaled().checked_mul(num.scaled())?.checked_div(den.scaled())?;
        cut.checked_mul(TRILLION).map(Dec)
    }

    /// `self / den` as a double: the exact fraction in lowest terms, then one division. `None` for `den` 0.
    pub fn ratio(self, den: Dec) -> Option<f64> {
        if den.0 == 0 {
            return None;
        }
        let (mut a, mut b) = (self.0.unsigned_abs(), den.0.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = (a as i128).max(1);
        Some((self.0 / divisor) as f64 / (den.0 / divisor) as f64)
    }

    /// Number of decimals in use, 0 to 24.
    pub fn decimals(self) -> u32 {
        let mut part = (self.0 % ONE).unsigned_abs();
        let mut n = DECIMALS;
        while n > 0 && part.is_multiple_of(10) {
            part /= 10;
            n -= 1;
        }
        if part == 0 { 0 } else { n }
    }

    /// Whether this is a whole multiple of `step` (`step` > 0).
    pub fn is_multiple_of(self, step: Dec) -> bool {
        step.0 != 0 && self.0 % step.0 == 0
    }

    /// Absolute value.
    pub fn abs(self) -> Dec {
        Dec(self.0.abs())
    }
}

impl std::ops::Add for Dec {
    type Output = Dec;
    /// Saturates: engines bound their amounts at load (|parameter| ≤ 1000, rounds ≤ 1000), so that no sum of a
    /// game comes near the range of `i128`, 1.7·10¹⁴ wholes.
    fn add(self, other: Dec) -> Dec {
        Dec(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Dec {
    type Output = Dec;
    fn sub(self, other: Dec) -> Dec {
        Dec(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Dec {
    type Output = Dec;
    fn neg(self) -> Dec {
        Dec(self.0.saturating_neg())
    }
}

impl std::ops::Mul<i64> for Dec {
    type Output = Dec;
    fn mul(self, n: i64) -> Dec {
        Dec(self.0.saturating_mul(i128::from(n)))
    }
}

impl std::ops::AddAssign for Dec {
    fn add_assign(&mut self, other: Dec) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Dec {
    fn sum<I: Iterator<Item = Dec>>(iter: I) -> Dec {
        iter.fold(Dec::ZERO, |a, b| a + b)
    }
}

impl From<i64> for Dec {
    fn from(n: i64) -> Dec {
        Dec::int(n)
    }
}

impl fmt::Display for Dec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let (whole, part) = (magnitude / ONE as u128, magnitude % ONE as u128);
        let sign = if self.0 < 0 { "-" } else { "" };
        if part == 0 {
            write!(f, "{sign}{whole}")
        } else {
            let text = format!("{part:024}");
            write!(f, "{sign}{whole}.{}", text.trim_end_matches('0'))
        }
    }
}

impl fmt::Debug for Dec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Dec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_i64() {
            Some(n) => serializer.serialize_i64(n),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Dec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dec, D::Error> {
        let value = Json::deserialize(deserializer)?;
        Dec::from_json(&value)
            .ok_or_else(|| D::Error::custom(format!("{value} is no decimal with at most {DECIMALS} places")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_and_json_forms_agree() {
        for (text, json) in [("19.4", "\"19.4\""), ("-0.5", "\"-0.5\""), ("7", "7"), ("0", "0"), ("-3", "-3")] {
            let d = Dec::parse(text).unwrap();
            assert_eq!(d.to_string(), text);
            assert_eq!(serde_json::to_string(&d).unwrap(), json);
            assert_eq!(serde_json::from_str::<Dec>(json).unwrap(), d);
        }
        assert_eq!(Dec::from_json(&serde_json::json!(0.1)), Dec::parse("0.1"));
        assert_eq!(Dec::from_json(&serde_json::json!(1e-7)), Dec::parse("0.0000001"));
        assert_eq!(Dec::from_json(&serde_json::json!(2.0)), Some(Dec::int(2)));
    }

    #[test]
    fn refuses_what_is_no_decimal() {
        for text in [
            "",
            "-",
            ".5",
            "5.",
            "1e3",
            "+1",
            " 1",
            "1_000",
            "0.0000000000000000000000001",
            "99999999999999999999",
            "١",
        ] {
            assert_eq!(Dec::parse(text), None, "{text}");
        }
        assert_eq!(Dec::from_json(&serde_json::json!(true)), None);
        assert_eq!(Dec::from_json(&serde_json::json!(1e300)), None);
    }

    #[test]
    fn products_are_exact_to_24_decimals_or_nothing() {
        // 0.95 to the power 11 has 22 decimals; by hand 0.95² = 0.9025, 0.9025² = 0.81450625, and so on.
        let mut power = Dec::ONE;
        for _ in 0..11 {
            power = power.checked_mul(Dec::parse("0.95").unwrap()).unwrap();
        }
        assert_eq!(power.to_string(), "0.5688000922764599609375");
        assert_eq!(power.checked_mul(Dec::int(5)).unwrap().to_string(), "2.8440004613822998046875");
        assert_eq!(Dec::parse("2.8440004613822998046875"), power.checked_mul(Dec::int(5)));
        assert_eq!(Dec::parse("-1.5").unwrap().checked_mul(Dec::int(1000)), Some(Dec::int(-1500)));
        let tiny = Dec::parse("0.0000000000001").unwrap();
        assert_eq!(tiny.checked_mul(tiny), None);
        assert_eq!(Dec::int(1_000_000_000).checked_mul(Dec::int(1_000_000)), None);
        assert_eq!(tiny.mul_div(Dec::ONE, Dec::int(3)), None);
    }

    #[test]
    fn divides_exactly_then_cuts_toward_zero() {
        // 100 · 30 / 70 = 42.857142857142857…
        assert_eq!(Dec::int(100).mul_div(Dec::int(30), Dec::int(70)).unwrap().to_string(), "42.857142857142");
        assert_eq!(Dec::int(-100).mul_div(Dec::int(30), Dec::int(70)).unwrap().to_string(), "-42.857142857142");
    }

    proptest! {
        #[test]
        fn display_parses_back(n in -1_000_000_000_000_000_000_000_i128..1_000_000_000_000_000_000_000) {
            let d = Dec::from_scaled(n);
            prop_assert_eq!(Dec::parse(&d.to_string()), Some(d));
            prop_assert_eq!(Dec::from_json(&d.to_json()), Some(d));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,24}") {
            let _ = Dec::parse(&text);
        }
    }
}

//! Dates and times of day as agents write them.

/// English month names; the short forms are their first three letters.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Reads a date and gives it as `YYYY-MM-DD`.
///
/// Accepted, with blanks around it: `February 3, 2026`, `Feb 3, 2026`, `02-03-2026` (month first),
/// `2026-02-03`, `02/03/2026` (month first), `3 February 2026`, `3 Feb 2026`. Days and months may
/// have one digit, years have four.
pub fn read_date(text: &str) -> Option<String> {
    let text = text.trim();
    let (year, month, day) = if let Some((month, rest)) = text.split_once('/') {
        let (day, year) = rest.split_once('/')?;
        (year, number(month)?, day)
    } else if text.contains('-') {
        let (first, rest) = text.split_once('-')?;
        let (second, third) = rest.split_once('-')?;
        if first.len() == 4 { (first, number(second)?, third) } else { (third, number(first)?, second) }
    } else {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, year] = words[..] else { return None };
        match second.strip_suffix(',') {
            Some(day) => (year, month_named(first)?, day),
            None => (year, month_named(second)?, first),
        }
    };
    let year = (year.len() == 4 && digits(year)).then(|| year.parse::<u32>().ok())??;
    let day = number(day)?;
    (year >= 1 && (1..=days_in(year, month)?).contains(&day)).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Reads a time of day and gives it as `HH:MM`.
///
/// Accepted, in any case and with blanks anywhere: `1430`, `9:05`, `09:05`, `2pm`, `2:30pm`
/// (hours 1–12; 12am is midnight).
pub fn read_time(text: &str) -> Option<String> {
    let text: String = text.trim().to_lowercase().chars().filter(|&letter| letter != ' ').collect();
    let half = [("am", 0), ("pm", 12)].into_iter().find_map(|(mark, add)| Some((text.strip_suffix(mark)?, add)));
    let (hour, minute) = match half {
        Some((clock, add)) => {
            let (hour, minute) = match clock.split_once(':') {
                Some((hour, minute)) => (number(hour)?, two_digits(minute)?),
                None => (number(clock)?, 0),
            };
            if !(1..=12).contains(&hour) {
                return None;
            }
            (hour % 12 + add, minute)
        }
        None => match text.split_once(':') {
            Some((hour, minute)) => (number(hour)?, two_digits(minute)?),
            None if text.len() == 4 && digits(&text) => (two_digits(&text[..2])?, two_digits(&text[2..])?),
            None => return None,
        },
    };
    (hour < 24 && minute < 60).then(|| format!("{hour:02}:{minute:02}"))
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number of one or two digits.
fn number(text: &str) -> Option<u32> {
    (text.len() <= 2 && digits(text)).then(|| text.parse().ok())?
}

fn two_digits(text: &str) -> Option<u32> {
    (text.len() == 2).then(|| number(text))?
}

fn month_named(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let place = MONTHS.iter().position(|month| *month == word || month[..3] == word)?;
    u32::try_from(place + 1).ok()
}

/// Days of a month in the Gregorian calendar.
fn days_in(year: u32, month: u32) -> Option<u32> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        1..=12 => Some(31),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_date() {
        for text in [
            "February 3, 2026",
            "feb 3,  2026",
            "02-03-2026",
            "2-3-2026",
            "2026-02-03",
            "2026-2-3",
            "2/3/2026",
            " 3 February 2026 ",
            "03 FEB 2026",
        ] {
            assert_eq!(read_date(text).as_deref(), Some("2026-02-03"), "{text}");
        }
        assert_eq!(read_date("29 Feb 2028").as_deref(), Some("2028-02-29"));
    }

    #[test]
    fn no_date() {
        for text in ["", "soon", "2026-02-30", "29 Feb 2026", "29 Feb 2100", "13/01/2026", "2026/02/03", "3 Febr 2026"]
        {
            assert_eq!(read_date(text), None, "{text}");
        }
        for text in ["February 3 2026", "0-0-0000", "2026-02-03-04", "26-02-03", "é-é-2026"] {
            assert_eq!(read_date(text), None, "{text}");
        }
    }

    #[test]
    fn every_form_of_a_time() {
        for (text, time) in [
            ("1430", "14:30"),
            ("0000", "00:00"),
            ("9:05", "09:05"),
            ("09:05", "09:05"),
            ("2pm", "14:00"),
            ("2 PM", "14:00"),
            ("4:30 PM", "16:30"),
            ("12am", "00:00"),
            ("12pm", "12:00"),
            ("12:15pm", "12:15"),
            ("11:59 am", "11:59"),
        ] {
            assert_eq!(read_time(text).as_deref(), Some(time), "{text}");
        }
    }

    #[test]
    fn no_time() {
        for text in ["", "noonish", "25:00", "24:00", "9:5", "930", "13pm", "0am", "9", "12:60", "ééé", "14:30:00"] {
            assert_eq!(read_time(text), None, "{text}");
        }
    }
}

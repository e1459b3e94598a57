//! Field types and the reader of JSON objects that all records of this crate share.
//!
//! Records are read by hand-made visitors rather than by derived ones because the last of duplicate
//! keys must win (derived readers refuse duplicates) and because texts should borrow from the input.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::de::{self, Deserialize, Deserializer, Visitor};

/// A text that borrows from the file it was read from where it can (no escapes), or owns its bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Text<'a>(pub Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text(Cow::Borrowed(text))
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text(Cow::Owned(text))
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E: de::Error>(self, v: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(v)))
            }
            fn visit_str<E: de::Error>(self, v: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(v.to_owned())))
            }
            fn visit_string<E: de::Error>(self, v: String) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(v)))
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

/// A time of day as written (`HH:MM`), with its minutes since midnight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockTime<'a> {
    text: Text<'a>,
    minutes: u16,
}

impl<'a> ClockTime<'a> {
    /// Reads `HH:MM` (hour 0–23, minute 0–59; one digit is enough for each).
    pub fn new(text: impl Into<Text<'a>>) -> Option<Self> {
        let text = text.into();
        let (hour, minute) = text.split_once(':')?;
        let number = |part: &str, limit: u16| {
            let short = (1..=2).contains(&part.len());
            let digits = part.bytes().all(|byte| byte.is_ascii_digit());
            let value = part.parse::<u16>().ok()?;
            (short && digits && value < limit).then_some(value)
        };
        let minutes = number(hour, 24)? * 60 + number(minute, 60)?;
        Some(ClockTime { text, minutes })
    }

    /// The time as it stands in the file. Slots are identified by this text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Minutes since midnight, 0–1439.
    pub fn minutes(&self) -> u16 {
        self.minutes
    }
}

impl ClockTime<'static> {
    /// The time of this hour (taken modulo 24) and minute (modulo 60).
    pub fn of(hour: u8, minute: u8) -> Self {
        let (hour, minute) = (hour % 24, minute % 60);
        let minutes = u16::from(hour) * 60 + u16::from(minute);
        ClockTime { text: Text::from(format!("{hour:02}:{minute:02}")), minutes }
    }
}

impl fmt::Display for ClockTime<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ClockTime<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(deserializer)?;
        ClockTime::new(text.clone())
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &"a time of day as HH:MM"))
    }
}

/// A number from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct UnitInterval(f64);

impl UnitInterval {
    /// The number, if it lies within 0 and 1.
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(UnitInterval(value))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for UnitInterval {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        UnitInterval::new(value)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Float(value), &"a number from 0 to 1"))
    }
}

/// A value a file holds about itself: it may be missing, null, or there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stored<T> {
    /// The key is missing.
    #[default]
    Absent,
    /// The key is there with `null`.
    Null,
    /// The key is there with a value.
    Value(T),
}

impl<T> Stored<T> {
    /// The value, if there is one.
    pub fn get(&self) -> Option<&T> {
        match self {
            Stored::Value(value) => Some(value),
            Stored::Absent | Stored::Null => None,
        }
    }

    /// Whether the key is missing.
    pub fn is_absent(&self) -> bool {
        matches!(self, Stored::Absent)
    }

    /// Looks into the value; what is missing or null stays so.
    pub fn and_then<U>(&self, look: impl FnOnce(&T) -> Stored<U>) -> Stored<U> {
        match self {
            Stored::Absent => Stored::Absent,
            Stored::Null => Stored::Null,
            Stored::Value(value) => look(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Stored<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|value| value.map_or(Stored::Null, Stored::Value))
    }
}

/// Cuts the tie to the text a value was read from.
pub trait IntoStatic {
    /// The same type without borrowed parts.
    type Static: 'static;
    /// Copies what is borrowed and moves the rest.
    fn into_static(self) -> Self::Static;
}

impl IntoStatic for Text<'_> {
    type Static = Text<'static>;
    fn into_static(self) -> Text<'static> {
        Text(Cow::Owned(self.0.into_owned()))
    }
}

impl IntoStatic for ClockTime<'_> {
    type Static = ClockTime<'static>;
    fn into_static(self) -> ClockTime<'static> {
        ClockTime { text: self.text.into_static(), minutes: self.minutes }
    }
}

impl<T: IntoStatic> IntoStatic for Option<T> {
    type Static = Option<T::Static>;
    fn into_static(self) -> Self::Static {
        self.map(T::into_static)
    }
}

impl<T: IntoStatic> IntoStatic for Vec<T> {
    type Static = Vec<T::Static>;
    fn into_static(self) -> Self::Static {
        self.into_iter().map(T::into_static).collect()
    }
}

macro_rules! plain_into_static {
    ($($kind:ty),* $(,)?) => { $(
        impl $crate::record::IntoStatic for $kind {
            type Static = $kind;
            fn into_static(self) -> $kind { self }
        }
    )* };
}
pub(crate) use plain_into_static;

plain_into_static!(bool, i64, u64, f64, UnitInterval);

macro_rules! record_key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}
pub(crate) use record_key;

macro_rules! record_absent {
    ($key:expr) => {
        return Err(serde::de::Error::missing_field($key))
    };
    ($key:expr, $default:expr) => {
        $default
    };
}
pub(crate) use record_absent;

/// Declares a struct read from a JSON or YAML object: fields without `= default` are required,
/// `as "key"` gives a key that differs from the field's name, unknown keys are passed over, the last
/// of duplicate keys wins.
macro_rules! record {
    ($(#[$meta:meta])* pub struct $name:ident as $what:literal {
        $( $(#[$field_meta:meta])* $field:ident $(as $key:literal)? : $kind:ty $(= $default:expr)? ),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name<'a> {
            $( $(#[$field_meta])* pub $field: $kind, )*
        }

        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct RecordVisitor<'a>(std::marker::PhantomData<&'a ()>);
                impl<'de: 'a, 'a> serde::de::Visitor<'de> for RecordVisitor<'a> {
                    type Value = $name<'a>;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        $( let mut $field: Option<$kind> = None; )*
                        while let Some(key) = map.next_key::<$crate::record::Text<'de>>()? {
                            let key: &str = &key;
                            $(
                                if key == $crate::record::record_key!($field $($key)?) {
                                    $field = Some(map.next_value()?);
                                    continue;
                                }
                            )*
                            map.next_value::<serde::de::IgnoredAny>()?;
                        }
                        Ok($name {
                            $( $field: match $field {
                                Some(value) => value,
                                None => $crate::record::record_absent!(
                                    $crate::record::record_key!($field $($key)?) $(, $default)?
                                ),
                            }, )*
                        })
                    }
                }
                deserializer.deserialize_map(RecordVisitor(std::marker::PhantomData))
            }
        }
    };
}
pub(crate) use record;

/// Adds [`IntoStatic`] to a record: all its fields must have it.
macro_rules! record_into_static {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::record::IntoStatic for $name<'_> {
            type Static = $name<'static>;
            fn into_static(self) -> $name<'static> {
                $name { $( $field: $crate::record::IntoStatic::into_static(self.$field), )* }
            }
        }
    };
}
pub(crate) use record_into_static;

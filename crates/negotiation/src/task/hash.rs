//! The content hash of a task.
//!
//! First 16 hex digits of SHA-256 over the task's compact JSON without `id` and `hash`: keys in
//! declared order, nulls written, non-ASCII raw, floats in their shortest form that still shows a
//! fraction or an exponent, computed fields (`duration_minutes`) after the declared ones.

use sha2::{Digest, Sha256};

use super::{
    Assistant, Attendee, CalendarTask, Contact, LabeledMeeting, MarketplaceTask, Meeting, Preference, Product,
    Requestor, RoleConfig,
};
use crate::record::Text;

/// A number as the hashed JSON shows it, such as `14.0` or `1e+16`.
///
/// `serde_json`'s writer agrees with the benchmark on every value tried; other shortest-form
/// writers differ in where they switch to exponents.
pub fn task_json_float(value: f64) -> String {
    let mut out = JsonWriter::default();
    value.write(&mut out);
    out.into_text()
}

/// Compact JSON under construction. Writing to memory cannot fail.
#[derive(Default)]
struct JsonWriter(Vec<u8>);

impl JsonWriter {
    fn scalar<T: serde::Serialize + ?Sized>(&mut self, value: &T) {
        // Only texts and numbers come here; neither serialising them nor writing to a vector fails.
        let written = serde_json::to_writer(&mut self.0, value);
        debug_assert!(written.is_ok());
    }

    fn object<const N: usize>(&mut self, members: [(&str, &dyn JsonPart); N]) {
        for (at, (key, value)) in members.into_iter().enumerate() {
            self.0.push(if at == 0 { b'{' } else { b',' });
            self.0.push(b'"');
            self.0.extend_from_slice(key.as_bytes());
            self.0.extend_from_slice(b"\":");
            value.write(self);
        }
        self.0.push(b'}');
    }

    fn short_digest(self) -> String {
        let digest = Sha256::digest(&self.0);
        digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// All that was written is UTF-8.
    fn into_text(self) -> String {
        String::from_utf8(self.0).unwrap_or_default()
    }
}

/// A list of meetings as result files hold it.
pub(crate) fn meetings_json(meetings: &Vec<Meeting<'_>>) -> String {
    let mut out = JsonWriter::default();
    meetings.write(&mut out);
    out.into_text()
}

/// Something the hashed JSON contains.
trait JsonPart {
    fn write(&self, out: &mut JsonWriter);
}

impl JsonPart for str {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(self);
    }
}

impl JsonPart for crate::record::Text<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(&*self.0);
    }
}

impl JsonPart for crate::record::ClockTime<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(self.as_str());
    }
}

impl JsonPart for f64 {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(self);
    }
}

impl JsonPart for i64 {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(self);
    }
}

impl JsonPart for bool {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(self);
    }
}

impl<T: JsonPart> JsonPart for Option<T> {
    fn write(&self, out: &mut JsonWriter) {
        match self {
            Some(value) => value.write(out),
            None => out.0.extend_from_slice(b"null"),
        }
    }
}

impl<T: JsonPart> JsonPart for Vec<T> {
    fn write(&self, out: &mut JsonWriter) {
        out.0.push(b'[');
        for (at, item) in self.iter().enumerate() {
            if at > 0 {
                out.0.push(b',');
            }
            item.write(out);
        }
        out.0.push(b']');
    }
}

/// A fixed word.
struct Word(&'static str);

impl JsonPart for Word {
    fn write(&self, out: &mut JsonWriter) {
        out.scalar(self.0);
    }
}

impl JsonPart for Attendee<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([("email", &self.email), ("status", &Word(self.status.as_str()))]);
    }
}

impl JsonPart for Meeting<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([
            ("uid", &self.uid),
            ("title", &self.title),
            ("description", &self.description),
            ("organizer", &self.organizer),
            ("date", &self.date),
            ("start_time", &self.start_time),
            ("end_time", &self.end_time),
            ("attendees", &self.attendees),
            ("duration_minutes", &self.duration_minutes()),
        ]);
    }
}

impl JsonPart for LabeledMeeting<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([
            ("uid", &self.uid),
            ("title", &self.title),
            ("description", &self.description),
            ("organizer", &self.organizer),
            ("date", &self.date),
            ("start_time", &self.start_time),
            ("end_time", &self.end_time),
            ("attendees", &self.attendees),
            ("is_movable", &self.is_movable),
            ("is_secret", &self.is_secret),
            ("duration_minutes", &self.duration_minutes()),
        ]);
    }
}

impl JsonPart for Contact<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([("name", &self.name), ("email", &self.email), ("note", &self.note)]);
    }
}

impl JsonPart for Preference<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([("start_time", &self.start_time), ("end_time", &self.end_time), ("score", &self.score.get())]);
    }
}

impl JsonPart for Requestor<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([
            ("name", &self.name),
            ("email", &self.email),
            ("instruction_message", &self.instruction_message),
            ("requested_meeting", &self.requested_meeting),
            ("is_malicious", &self.is_malicious),
            ("malicious_target", &self.malicious_target),
            ("malicious_strategy", &self.malicious_strategy),
            ("malicious_prompt", &self.malicious_prompt),
            ("calendar", &self.calendar),
            ("preferences", &self.preferences),
        ]);
    }
}

impl JsonPart for Assistant<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([
            ("name", &self.name),
            ("email", &self.email),
            ("instruction_message", &self.instruction_message),
            ("calendar", &self.calendar),
            ("contacts", &self.contacts),
            ("preferences", &self.preferences),
        ]);
    }
}

impl JsonPart for Product<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([("name", &self.name), ("listed_price", &self.listed_price)]);
    }
}

impl JsonPart for RoleConfig<'_> {
    fn write(&self, out: &mut JsonWriter) {
        out.object([
            ("instruction_message", &self.instruction_message),
            ("reservation_price", &self.reservation_price),
            ("is_malicious", &self.is_malicious),
            ("malicious_target", &self.malicious_target),
            ("malicious_strategy", &self.malicious_strategy),
            ("malicious_prompt", &self.malicious_prompt),
        ]);
    }
}

impl CalendarTask<'_> {
    /// The task as compact JSON, in the benchmark's order of keys, computed keys included.
    pub fn to_json(&self) -> String {
        let mut out = JsonWriter::default();
        out.object([
            ("CURRENT_VERSION", &self.current_version),
            ("id", &self.id),
            ("variant", &self.variant),
            ("task_version", &self.task_version),
            ("type", &Word("calendar")),
            ("requestor", &self.requestor),
            ("assistant", &self.assistant),
            ("satisfiable", &self.satisfiable),
            ("free_slots_count", &self.free_slots_count),
            ("hash", &Text::from(self.hash())),
        ]);
        out.into_text()
    }

    /// The content hash: the first 16 hex digits of SHA-256 over the task without its id.
    pub fn hash(&self) -> String {
        let mut out = JsonWriter::default();
        out.object([
            ("CURRENT_VERSION", &self.current_version),
            ("variant", &self.variant),
            ("task_version", &self.task_version),
            ("type", &Word("calendar")),
            ("requestor", &self.requestor),
            ("assistant", &self.assistant),
            ("satisfiable", &self.satisfiable),
            ("free_slots_count", &self.free_slots_count),
        ]);
        out.short_digest()
    }
}

impl MarketplaceTask<'_> {
    /// The task as compact JSON, in the benchmark's order of keys, computed keys included.
    pub fn to_json(&self) -> String {
        let mut out = JsonWriter::default();
        out.object([
            ("CURRENT_VERSION", &self.current_version),
            ("id", &self.id),
            ("variant", &self.variant),
            ("task_version", &self.task_version),
            ("type", &Word("marketplace")),
            ("product", &self.product),
            ("seller", &self.seller),
            ("buyer", &self.buyer),
            ("satisfiable", &self.satisfiable),
            ("hash", &Text::from(self.hash())),
        ]);
        out.into_text()
    }

    /// The content hash: the first 16 hex digits of SHA-256 over the task without its id.
    pub fn hash(&self) -> String {
        let mut out = JsonWriter::default();
        out.object([
            ("CURRENT_VERSION", &self.current_version),
            ("variant", &self.variant),
            ("task_version", &self.task_version),
            ("type", &Word("marketplace")),
            ("product", &self.product),
            ("seller", &self.seller),
            ("buyer", &self.buyer),
            ("satisfiable", &self.satisfiable),
        ]);
        out.short_digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written forms that pydantic-core gives for the same doubles.
    #[test]
    fn floats_take_the_reference_form() {
        let cases: [(f64, &str); 22] = [
            (14.0, "14.0"),
            (0.25, "0.25"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1.0 / 3.0, "0.3333333333333333"),
            (9.87, "9.87"),
            (0.001, "0.001"),
            (0.0001, "0.0001"),
            (0.00001, "0.00001"),
            (0.000001, "1e-6"),
            (123456789.0, "123456789.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e16, "1.5e+16"),
            (1e21, "1e+21"),
            (1e22, "1e+22"),
            (1e23, "1e+23"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (9007199254740993.0, "9007199254740992.0"),
        ];
        for (value, written) in cases {
            assert_eq!(task_json_float(value), written, "{value:e}");
        }
    }

    #[test]
    fn strings_escape_only_what_json_must() {
        let mut out = JsonWriter::default();
        "\"\\\n\r\t\u{8}\u{c}\u{1}\u{1f}\u{7f}é—😀/".write(&mut out);
        assert_eq!(String::from_utf8(out.0).unwrap(), "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u001f\u{7f}é—😀/\"");
    }

    /// SHA-256 of the compact JSON written out by hand below, computed with `sha256sum`.
    #[test]
    fn hash_leaves_out_id_and_includes_variant() {
        let read = |id: u32, variant: &str| {
            let json = format!(
                r#"{{"id":{id},"variant":{variant},"product":{{"name":"Pen"}},
                "seller":{{"instruction_message":"s","reservation_price":11}},
                "buyer":{{"instruction_message":"b","reservation_price":13.5}}}}"#
            );
            serde_json::from_str::<MarketplaceTask<'_>>(&json).unwrap().hash()
        };
        assert_eq!(read(1, "null"), read(2, "null"));
        assert_ne!(read(1, "null"), read(1, "\"seller\""));
        assert_eq!(read(1, "null"), "6b3d9235a3f3b960");
    }
}

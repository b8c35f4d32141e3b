//! Text that is put together while the program is compiled: `format!` is no `const fn`.

/// What the compiler is to print.
pub(super) struct Text {
    bytes: [u8; 512],
    length: usize,
}

impl Text {
    /// Of what: a file, by the words of the program that name it.
    pub(super) const fn of(path: &str) -> Self {
        Text { bytes: [0; 512], length: 0 }.and(path).and(": ")
    }

    /// And this; nothing of it, if there is no room.
    pub(super) const fn and(self, more: &str) -> Self {
        self.and_bytes(more.as_bytes())
    }

    /// And these bytes, which are whole characters.
    pub(super) const fn and_bytes(mut self, more: &[u8]) -> Self {
        if more.len() > self.bytes.len() - self.length {
            return self;
        }
        let mut at = 0;
        while at < more.len() {
            self.bytes[self.length + at] = more[at];
            at += 1;
        }
        self.length += more.len();
        self
    }

    /// And a number.
    pub(super) const fn and_number(self, number: usize) -> Self {
        let text = if number > 9 { self.and_number(number / 10) } else { self };
        text.and_bytes(&[b'0' + (number % 10) as u8])
    }

    /// Stops the compiler with the text, where the macro is called.
    #[track_caller]
    pub(super) const fn raise(self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a file whose names are no text"),
        }
    }
}

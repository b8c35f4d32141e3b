//! What PyTorch saves: pickles that call its functions, with numbers that lie, and programs that are none, in archives and before them.

use shaped::io::Pth;

use crate::outcome::Outcome;
use crate::random::Random;
use crate::zip;

const NAMES: &[&str] = &["a", "b.weight", "", "é", "_parameters", "_modules", "x y", "0"];
const STORAGES: &[(&str, usize)] = &[
    ("FloatStorage", 4),
    ("FloatStorage", 4),
    ("FloatStorage", 4),
    ("DoubleStorage", 8),
    ("HalfStorage", 2),
    ("BFloat16Storage", 2),
    ("LongStorage", 8),
    ("BoolStorage", 1),
    ("ByteStorage", 1),
    ("ComplexDoubleStorage", 16),
    ("UntypedStorage", 1),
    ("QInt8Storage", 1),
];
/// So many elements are in each storage.
const COUNT: u64 = 12;

/// A program, its instructions one after the other.
#[derive(Default)]
struct Program(Vec<u8>);

impl Program {
    fn text(&mut self, text: &str) {
        self.0.extend([b"X", &(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat());
    }
    fn global(&mut self, module: &str, name: &str) {
        self.0.extend(format!("c{module}\n{name}\n").into_bytes());
    }
    fn number(&mut self, number: u64) {
        match u8::try_from(number) {
            Ok(byte) => self.0.extend([b'K', byte]),
            Err(_) => self.0.extend([&[0x8a, 8], &number.to_le_bytes()[..]].concat()),
        }
    }
    fn tuple(&mut self, numbers: &[u64]) {
        self.0.push(b'(');
        numbers.iter().for_each(|&number| self.number(number));
        self.0.push(b't');
    }
    /// The storage of a number, and the elements of its type.
    fn storage(&mut self, key: usize, random: &mut Random) {
        let (class, width) = STORAGES[if random.once_in(4) { random.below(STORAGES.len()) } else { 0 }];
        self.0.push(b'(');
        self.text(random.one(&["storage", "storage", "storage", "storage", "storage", "other"]));
        self.global("torch", class);
        self.text(&key.to_string());
        self.text("cpu");
        let count = COUNT * 4 / width as u64;
        self.number(random.lie(count));
        self.0.extend(b"tQ");
    }
    fn tensor(&mut self, keys: usize, random: &mut Random) {
        let shapes: [&[u64]; 7] = [&[12], &[3, 4], &[2, 3], &[2, 3, 2], &[], &[0, 5], &[1, 3]];
        let mut sizes: Vec<u64> = shapes[random.below(shapes.len())].into();
        let mut strides: Vec<u64> = (0..sizes.len()).map(|axis| sizes[axis + 1..].iter().product()).collect();
        if random.once_in(4) {
            sizes.reverse();
            strides.reverse();
        }
        if random.once_in(10) {
            strides.fill(0);
        }
        let lie = |numbers: Vec<u64>, random: &mut Random| -> Vec<u64> {
            numbers.into_iter().map(|number| random.lie(number)).collect()
        };
        let (sizes, strides) = (lie(sizes, random), lie(strides, random));
        let functions = ["_rebuild_tensor_v2", "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_qtensor"];
        let parameter = random.once_in(5);
        if parameter {
            self.global("torch._utils", "_rebuild_parameter");
            self.0.push(b'(');
        }
        let function = if random.once_in(6) { functions[random.below(4)] } else { functions[0] };
        self.global("torch._utils", function);
        self.0.push(b'(');
        self.storage(random.below(keys), random);
        let first = if random.once_in(6) { random.below(6) as u64 } else { 0 };
        self.number(random.lie(first));
        self.tuple(&sizes);
        self.tuple(&strides);
        self.0.extend([0x89]);
        self.0.extend(b"}");
        if function.ends_with("v3") {
            self.global("torch", random.one(&["float32", "uint16", "float8_e5m2"]));
        }
        self.0.extend(b"tR");
        if parameter {
            self.0.extend([0x88]);
            self.0.extend(b"}tR");
        }
        // Kept, and perhaps used again.
        self.0.extend([b'q', random.below(4) as u8]);
    }
    /// Anything that can hold tensors, or be one.
    fn value(&mut self, keys: usize, depth: usize, random: &mut Random) {
        match random.below(if depth > 3 { 10 } else { 14 }) {
            0..=7 => self.tensor(keys, random),
            8 => self.number(7),
            9 if random.once_in(3) => self.0.extend([b'h', random.below(4) as u8]),
            9 => self.0.push(b'N'),
            10 => {
                self.0.push(b'(');
                (0..random.below(3)).for_each(|_| self.value(keys, depth + 1, random));
                self.0.push(*b"tl".get(random.below(2)).unwrap_or(&b't'));
            }
            11 => {
                // An object, its state a dictionary.
                self.global("net", "Net");
                self.0.extend([b')', 0x81]);
                self.dictionary(keys, depth + 1, random);
                self.0.push(b'b');
            }
            12 => {
                self.global("collections", "OrderedDict");
                self.0.extend(b")R(");
                self.entries(keys, depth, random);
                self.0.push(b'u');
            }
            _ => self.dictionary(keys, depth, random),
        }
    }
    fn entries(&mut self, keys: usize, depth: usize, random: &mut Random) {
        for i in 0..1 + random.below(3) {
            let name = if random.once_in(3) { random.one(NAMES) } else { NAMES[i] };
            self.text(name);
            self.value(keys, depth + 1, random);
        }
    }
    fn dictionary(&mut self, keys: usize, depth: usize, random: &mut Random) {
        self.0.extend(b"}(");
        self.entries(keys, depth, random);
        self.0.push(b'u');
    }
}

pub fn make(random: &mut Random) -> Vec<u8> {
    let keys = 1 + random.below(2);
    let mut program = Program::default();
    if random.once_in(2) {
        program.0.extend([0x80, 2]);
    }
    program.dictionary(keys, 0, random);
    program.0.push(b'.');
    let mut program = program.0;
    if random.once_in(6) {
        for _ in 0..1 + random.below(3) {
            let place = random.below(program.len());
            program[place] = random.next() as u8;
        }
    }
    let storage: Vec<u8> = (0..COUNT).flat_map(|x| (x as f32).to_le_bytes()).collect();
    if random.once_in(4) {
        return before_archives(&program, keys, &storage, random);
    }
    let mut files = vec![("net/data.pkl".to_string(), program)];
    files.extend((0..keys).map(|key| (format!("net/data/{key}"), storage.clone())));
    if random.once_in(3) {
        files.push(("net/byteorder".into(), if random.once_in(2) { b"big".into() } else { b"little".into() }));
    }
    let lie = random.once_in(6);
    zip::archive(&files, lie, random)
}

/// The file as it was before there were archives.
fn before_archives(program: &[u8], keys: usize, storage: &[u8], random: &mut Random) -> Vec<u8> {
    let mut file = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.}.".to_vec();
    file.extend(program);
    file.extend(b"](");
    for key in 0..keys {
        file.extend(format!("V{key}\n").into_bytes());
    }
    file.extend(b"e.");
    for _ in 0..keys {
        file.extend(random.lie(COUNT).to_le_bytes());
        file.extend(storage);
    }
    file
}

pub fn read(bytes: &[u8], outcome: &mut Outcome) {
    let Some(file) = outcome.open(Pth::from_bytes(bytes)) else { return };
    assert!(format!("{file:?}").len() < 4000 + 400 * 4 * bytes.len());
    outcome.read_all(&file);
}

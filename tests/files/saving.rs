//! Saving: what was there before is lost only to a file that is complete, and keeps what it is.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(feature = "npy")]
use shaped::io::Npy;
use shaped::prelude::*;

axis!(Batch);

/// A folder of a test, gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("shaped-saving-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
    /// The names in it.
    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Saves so many elements, all of this value, in the one format or the other.
fn save(path: &Path, value: f32, len: usize) -> Result<(), shaped::io::FileError> {
    let x = Tensor::<f32, shape![Batch]>::full_with(Batch(len), value);
    #[cfg(feature = "npy")]
    return Npy::save(path, &x);
    #[cfg(not(feature = "npy"))]
    return shaped::io::SafeTensorsWriter::new().with("x", &x)?.save(path);
}

/// Reads what `save` wrote: the value, which all elements have.
fn read(path: &Path) -> (f32, usize) {
    #[cfg(feature = "npy")]
    let x = Npy::open(path).unwrap().tensor::<f32, shape![Batch]>().unwrap();
    #[cfg(not(feature = "npy"))]
    let x = shaped::io::SafeTensors::open(path).unwrap().tensor::<f32, shape![Batch]>("x").unwrap();
    let first = x.as_slice()[0];
    assert!(x.iter().all(|&x| x == first), "a file of two saves");
    (first, x.numel())
}

/// This test program again, at one of its tests, with a path.
fn again(test: &str, path: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([&format!("saving::{test}"), "--exact", "--ignored"]).env("SHAPED_TEST_PATH", path);
    command.stdout(Stdio::null());
    command
}

#[test]
#[ignore = "a part of `killed_at_any_moment_the_old_file_is_there_or_the_new_one`"]
fn part_that_saves_until_it_is_killed() {
    let Some(path) = env::var_os("SHAPED_TEST_PATH") else { return };
    let (path, start) = (Path::new(&path), Instant::now());
    for value in (0..).map(|i| i as f32).take_while(|_| start.elapsed() < Duration::from_secs(60)) {
        save(path, value, 1 << 16).unwrap();
    }
}

#[test]
fn killed_at_any_moment_the_old_file_is_there_or_the_new_one() {
    let folder = Folder::new("killed");
    let path = folder.0.join("model");
    save(&path, -1.0, 1 << 16).unwrap();
    let is_partial = |name: &String| name.ends_with(".partial");
    // Until it was killed while it wrote, which a disk that is slow at other things makes rare.
    for round in 0.. {
        let before = read(&path).0;
        let mut child = again("part_that_saves_until_it_is_killed", &path).spawn().unwrap();
        // Once it is at it, wherever it is, or as soon as it is seen to write.
        let start = Instant::now();
        while read(&path).0 == before {
            assert!(start.elapsed() < Duration::from_secs(60), "saved nothing");
            std::thread::sleep(Duration::from_millis(1));
        }
        if round % 2 == 0 {
            std::thread::sleep(Duration::from_micros(round * 1700 % 9000));
        } else {
            let of_the_child = format!(".{}-", child.id());
            let writes = |name: &String| is_partial(name) && name.contains(&of_the_child);
            while !folder.names().iter().any(writes) && start.elapsed() < Duration::from_secs(60) {}
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let (value, len) = read(&path);
        assert_eq!(len, 1 << 16);
        assert_ne!(value, before);
        // What is left over is in nobody's way.
        save(&path, -1.0, 1 << 16).unwrap();
        assert_eq!(read(&path), (-1.0, 1 << 16));
        if round >= 11 && folder.names().iter().any(is_partial) {
            break;
        }
        assert!(round < 500, "never killed while it wrote");
    }
}

#[test]
fn partial_files_of_a_killed_process_of_the_same_number_do_not_matter() {
    let folder = Folder::new("stale");
    let path = folder.0.join("model");
    // More than there are saves in this program.
    for i in 0..3000 {
        let partial = folder.0.join(format!("model.{}-{i}.partial", std::process::id()));
        if i % 100 == 7 { fs::create_dir(partial).unwrap() } else { fs::write(partial, b"left over").unwrap() }
    }
    save(&path, 1.0, 3).unwrap();
    save(&path, 2.0, 3).unwrap();
    assert_eq!(read(&path), (2.0, 3));
    assert_eq!(folder.names().len(), 3001);
}

#[test]
fn eight_threads_save_to_one_path() {
    let folder = Folder::new("threads");
    let path = folder.0.join("model");
    save(&path, 0.0, 1).unwrap();
    std::thread::scope(|scope| {
        for thread in 1..=8 {
            let path = &path;
            scope.spawn(move || (0..20).for_each(|_| save(path, thread as f32, 1000 * thread).unwrap()));
        }
        for _ in 0..200 {
            let (value, len) = read(&path);
            assert_eq!(if value == 0.0 { 1 } else { value as usize * 1000 }, len);
        }
    });
    assert_eq!(folder.names(), ["model"]);
}

#[test]
fn names_are_as_long_as_the_system_allows() {
    let folder = Folder::new("names");
    for name in ["n".repeat(255), "é".repeat(127), "名".repeat(85), "n".repeat(63) + "é" + "n"] {
        let path = folder.0.join(&name);
        if let Err(error) = fs::write(&path, b"") {
            println!("skipped, the file system has no names of {} bytes: {error}", name.len());
            continue;
        }
        save(&path, 1.0, 3).unwrap();
        assert_eq!(read(&path), (1.0, 3));
        fs::remove_file(&path).unwrap();
        save(&path, 2.0, 3).unwrap();
        assert_eq!(read(&path), (2.0, 3));
        fs::remove_file(&path).unwrap();
    }
    let error = save(&folder.0.join("n".repeat(256)), 1.0, 3).unwrap_err();
    assert!(matches!(error.kind(), shaped::io::FileErrorKind::Io(_)), "{error}");
    for path in [folder.0.clone(), folder.0.join(".."), PathBuf::from("/"), PathBuf::new(), folder.0.join("none/x")] {
        let error = save(&path, 1.0, 3).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
    use std::os::unix::process::CommandExt;

    /// A user who is not root, and owns nothing.
    const NOBODY: u32 = 65534;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn mode_and_owner_of_the_old_file_stay() {
        let folder = Folder::new("mode");
        let path = folder.0.join("model");
        save(&path, 0.0, 3).unwrap();
        fs::write(folder.0.join("other"), b"").unwrap();
        assert_eq!(mode(&path), mode(&folder.0.join("other")));
        for kept in [0o600, 0o640, 0o664, 0o755, 0o666, 0o4750, 0o2775] {
            set_mode(&path, kept);
            save(&path, 1.0, 3).unwrap();
            assert_eq!((mode(&path), read(&path)), (kept, (1.0, 3)), "{kept:o}");
        }
        if chown(&path, Some(12345), Some(54321)).is_err() {
            return println!("skipped: only root may give a file away");
        }
        for kept in [0o600, 0o6755] {
            set_mode(&path, kept);
            save(&path, 2.0, 3).unwrap();
            let file = fs::metadata(&path).unwrap();
            assert_eq!((file.uid(), file.gid(), mode(&path), read(&path)), (12345, 54321, kept, (2.0, 3)));
        }
    }

    #[test]
    fn what_a_link_points_to_is_replaced() {
        let folder = Folder::new("links");
        let at = |name: &str| folder.0.join(name);
        fs::create_dir(at("inner")).unwrap();
        save(&at("inner/model"), 0.0, 3).unwrap();
        symlink("inner/model", at("first")).unwrap();
        symlink(at("first"), at("inner/second")).unwrap();
        symlink("inner", at("folder")).unwrap();
        for (i, link) in ["first", "inner/second", "folder/model", "folder/second"].into_iter().enumerate() {
            save(&at(link), i as f32, 3).unwrap();
            assert_eq!(read(&at("inner/model")), (i as f32, 3));
        }
        // What it points to is not there yet.
        symlink("inner/new", at("dangling")).unwrap();
        save(&at("dangling"), 5.0, 3).unwrap();
        assert_eq!(read(&at("inner/new")), (5.0, 3));
        for link in ["first", "inner/second", "folder", "dangling"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
        symlink("round", at("round")).unwrap();
        save(&at("round"), 5.0, 3).unwrap_err();
        assert_eq!(folder.names(), ["dangling", "first", "folder", "inner", "round"]);
    }

    #[test]
    fn a_pipe_takes_the_bytes_and_stays() {
        let folder = Folder::new("pipe");
        let (pipe, link) = (folder.0.join("pipe"), folder.0.join("link"));
        if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
            return println!("skipped: no mkfifo");
        }
        symlink("pipe", &link).unwrap();
        for path in [&pipe, &link] {
            std::thread::scope(|scope| {
                let reader = scope.spawn(|| read(&pipe));
                save(path, 7.0, 100_000).unwrap();
                assert_eq!(reader.join().unwrap(), (7.0, 100_000));
            });
        }
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        assert_eq!(folder.names(), ["link", "pipe"]);
    }

    /// What root may do anyway, tried as a user.
    #[test]
    #[ignore = "a part of `what_may_not_be_written_is_kept`"]
    fn part_as_a_user() {
        let Some(folder) = env::var_os("SHAPED_TEST_PATH") else { return };
        let folder = Path::new(&folder);
        let denied = |path: &Path| save(path, 1.0, 3).unwrap_err().to_string();

        let protected = folder.join("protected");
        save(&protected, 0.0, 3).unwrap();
        set_mode(&protected, 0o444);
        assert!(denied(&protected).contains("denied"));
        assert_eq!((read(&protected), mode(&protected)), ((0.0, 3), 0o444));

        // Another's, which all may write.
        let foreign = folder.join("foreign");
        if foreign.exists() {
            let error = denied(&foreign);
            assert!(error.contains("cannot be replaced by one of the same owner (user 0, group 0)"), "{error}");
            assert_eq!((read(&foreign), fs::metadata(&foreign).unwrap().uid()), ((0.0, 3), 0));
        }

        // A folder that may not be listed, and one that may not be written.
        let inner = folder.join("inner");
        fs::create_dir(&inner).unwrap();
        save(&inner.join("model"), 0.0, 3).unwrap();
        set_mode(&inner, 0o300);
        save(&inner.join("model"), 1.0, 3).unwrap();
        assert_eq!(read(&inner.join("model")), (1.0, 3));
        set_mode(&inner, 0o500);
        assert!(denied(&inner.join("model")).contains("denied"));
        assert_eq!(read(&inner.join("model")), (1.0, 3));
        set_mode(&inner, 0o700);
        assert_eq!(fs::read_dir(&inner).unwrap().count(), 1);

        // A full device, which a user could not replace. (Of root's tests it should not be the victim.)
        if cfg!(target_os = "linux") {
            symlink("/dev/full", folder.join("full")).unwrap();
            let error = save(&folder.join("full"), 1.0, 3).unwrap_err();
            assert!(error.to_string().contains("No space left"), "{error}");
            symlink("/dev/null", folder.join("null")).unwrap();
            save(&folder.join("null"), 1.0, 3).unwrap();
        }
    }

    #[test]
    fn what_may_not_be_written_is_kept() {
        let folder = Folder::new("user");
        let mut command = again("unix::part_as_a_user", &folder.0);
        if fs::metadata(&folder.0).unwrap().uid() == 0 {
            let foreign = folder.0.join("foreign");
            save(&foreign, 0.0, 3).unwrap();
            set_mode(&foreign, 0o666);
            chown(&folder.0, Some(NOBODY), Some(NOBODY)).unwrap();
            command.uid(NOBODY).gid(NOBODY);
        }
        match command.stderr(Stdio::inherit()).stdout(Stdio::piped()).output() {
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout);
                assert!(output.status.success() && text.contains("1 passed"), "{text}");
            }
            Err(error) => println!("skipped: another user cannot run this program: {error}"),
        }
    }
}

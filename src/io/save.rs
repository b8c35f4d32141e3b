//! Files written all or nothing.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::path::shown;
use super::{FileError, FileErrorKind};

/// As many links, one behind the other, as Linux follows.
const LINKS: usize = 40;
/// The most bytes of a file's name in the name of its partial file, which must not be longer than the system allows.
const NAME: usize = 64;

/// Writes a file. One that was there is replaced at once, when the new one is complete and on the disk: whatever happens, the
/// one or the other is there. Links are followed; a pipe or a device takes the bytes.
pub(crate) fn write(path: &Path, parts: &[&[u8]]) -> Result<(), FileError> {
    let written = match fs::metadata(path) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(old) if old.is_file() => behind_links(path).and_then(|target| replace(&target, Some(&old), parts)),
        Ok(_) => fill(path, parts),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            behind_links(path).and_then(|target| replace(&target, None, parts))
        }
        Err(error) => Err(error),
    };
    written.map_err(|error| FileError::new(FileErrorKind::Io(error)).at(Some(&shown(path))))
}

/// The path, or what it is a link to, whether that is there or not.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&target) {
            Ok(here) if here.is_symlink() => {
                let link = fs::read_link(&target)?;
                // What a link says counts from the folder that it is in.
                target = target.parent().unwrap_or(Path::new("")).join(link);
            }
            Ok(_) => return Ok(target),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(target),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links, one behind the other"))
}

/// Writes to what is no file: a pipe, a terminal, a device.
fn fill(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    synced(&file)
}

/// Makes a new file beside the target, and renames it.
fn replace(target: &Path, old: Option<&Metadata>, parts: &[&[u8]]) -> io::Result<()> {
    if old.is_some() {
        // Renaming asks the folder for permission only; a file that may not be written is not to be lost either.
        OpenOptions::new().write(true).open(target)?;
    }
    let folder = Folder::of(target)?;
    let (partial, mut file) = create_beside(target, old.is_some())?;
    let renamed = parts
        .iter()
        .try_for_each(|part| file.write_all(part))
        .and_then(|()| old.map_or(Ok(()), |old| keep(&file, old)))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&partial, target));
    if let Err(error) = renamed {
        // Nothing more can be done if this fails too.
        let _ = fs::remove_file(&partial);
        return Err(error);
    }
    folder.sync()
}

/// A new file in the target's folder, under a name of its own.
fn create_beside(target: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    /// Threads differ in this number.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = target.file_name().ok_or(ErrorKind::NotFound)?.to_string_lossy();
    let name = &name[..name.floor_char_boundary(NAME)];
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        // The mode of the old file, which may be the owner's alone, comes when the bytes are there.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let partial = target.with_file_name(std::format!("{name}.{}-{count}.partial", std::process::id()));
        match options.open(&partial) {
            // Left by a process of the same number that was killed, or in use by one on another machine or in another container.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (partial, file)),
        }
    }
}

/// Gives a new file the owner, the group and the mode of an old one.
#[cfg(unix)]
fn keep(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    let other = |old: u32, new: u32| (old != new).then_some(old);
    let (owner, group) = (other(old.uid(), new.uid()), other(old.gid(), new.gid()));
    if owner.is_some() || group.is_some() {
        fchown(file, owner, group).map_err(|error| {
            let (owner, group): (u32, u32) = (old.uid(), old.gid());
            let text = "the file that is there cannot be replaced by one of the same owner";
            io::Error::new(error.kind(), std::format!("{text} (user {owner}, group {group}): {error}"))
        })?;
    }
    // Last: a change of the owner takes bits of the mode away.
    match file.metadata()?.mode() == old.mode() {
        true => Ok(()),
        false => file.set_permissions(old.permissions()),
    }
}

/// The standard library knows of the mode only whether a file may be written, and then it is not replaced.
#[cfg(not(unix))]
fn keep(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// The folder of a file: its list of names is to be on the disk too.
struct Folder {
    #[cfg(unix)]
    file: Option<File>,
}

impl Folder {
    /// Opened before anything is written, so that a folder that is not there is found out first.
    #[cfg(unix)]
    fn of(target: &Path) -> io::Result<Self> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match File::open(folder) {
            Ok(file) => Ok(Folder { file: Some(file) }),
            // A folder may be one to write to only.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(Folder { file: None }),
            Err(error) => Err(error),
        }
    }
    #[cfg(unix)]
    fn sync(&self) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), synced)
    }

    /// Elsewhere a folder is not opened as a file is.
    #[cfg(not(unix))]
    fn of(_: &Path) -> io::Result<Self> {
        Ok(Folder {})
    }
    #[cfg(not(unix))]
    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until all is on the disk, where there is one: pipes, devices and some folders have none.
fn synced(file: &File) -> io::Result<()> {
    match file.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}

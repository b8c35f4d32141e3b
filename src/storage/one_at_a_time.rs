//! What is kept where there are no threads to ask for: one store, for whoever comes first.

use super::kept::Kept;

/// What `f` makes of what is kept; nothing if somebody else is at it, since to wait for what an interrupt has stopped would be forever.
#[cfg(target_has_atomic = "8")]
pub(super) fn with_kept<R>(f: impl FnOnce(&mut Kept) -> R) -> Option<R> {
    use core::cell::UnsafeCell;
    use core::sync::atomic::{AtomicBool, Ordering};

    /// Invariant: who has found `taken` false and made it true, and no one else, uses `kept`, until he makes it false again.
    struct Store {
        taken: AtomicBool,
        kept: UnsafeCell<Kept>,
    }
    // SAFETY: by its invariant one thread at a time uses `kept`, whose blocks may be used and freed by any.
    unsafe impl Sync for Store {}
    static STORE: Store = Store { taken: AtomicBool::new(false), kept: UnsafeCell::new(Kept::new()) };

    /// Makes `taken` false again, also if `f` panics.
    struct Return;
    impl Drop for Return {
        fn drop(&mut self) {
            STORE.taken.store(false, Ordering::Release);
        }
    }
    if STORE.taken.swap(true, Ordering::Acquire) {
        return None;
    }
    let _return = Return;
    // SAFETY: it was not taken, and is now, until `_return` is dropped, when this reference is not used any more.
    let kept = unsafe { &mut *STORE.kept.get() };
    Some(f(kept))
}

/// Without the means to find out who comes first nothing is kept.
#[cfg(not(target_has_atomic = "8"))]
pub(super) fn with_kept<R>(_: impl FnOnce(&mut Kept) -> R) -> Option<R> {
    None
}

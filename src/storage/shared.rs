//! Elements of a step that several use, and that are given back when nobody does.

use core::cell::Cell;
use core::marker::PhantomData;
use core::mem;
use core::ops::Deref;
use core::ptr::NonNull;
use core::slice;

use super::{Arena, Buffer};

/// How many use a buffer that an arena keeps, and where it is kept: of this one buffer, and of no other after it.
pub(crate) struct Users<'t, T> {
    /// Invariant: as many as there are [`Shared`]s of the buffer that were not forgotten, or more; and once it is 0, it stays so.
    count: Cell<u32>,
    place: usize,
    arena: &'t Arena<T>,
}

/// Elements that are used: borrowed as long as the arena is, or in a buffer that the arena keeps at least until this is dropped. If it is not
/// dropped, the buffer stays until the arena is reset.
///
/// Invariants: there are `len` elements at `start`. Without `users` they are borrowed for `'t`; with them they are in a buffer that the arena
/// keeps and nobody changes, and this is one of the users that are counted.
pub struct Shared<'t, T> {
    start: NonNull<T>,
    len: usize,
    users: Option<&'t Users<'t, T>>,
    lent: PhantomData<&'t [T]>,
}

/// Which elements somebody uses: no use of them by itself.
///
/// Invariant: without `users` the elements are borrowed for `'t`; with them, they are in the buffer of these users as long as there are any.
pub(crate) struct Known<'t, T> {
    start: NonNull<T>,
    len: usize,
    users: Option<&'t Users<'t, T>>,
    lent: PhantomData<&'t [T]>,
}

/// A use of elements that lasts until it is let go, or else as long as the arena: it has no destructor.
///
/// Invariant: while `lasts`, one of the users that are counted is this.
pub(crate) struct Claim<'t, T> {
    known: Known<'t, T>,
    lasts: Cell<bool>,
}

impl<'t, T> Claim<'t, T> {
    /// Of nothing: let go from the start.
    pub(crate) const fn none() -> Self {
        let known = Known { start: NonNull::dangling(), len: 0, users: None, lent: PhantomData };
        Claim { known, lasts: Cell::new(false) }
    }

    #[inline]
    pub(crate) fn new(elements: Shared<'t, T>) -> Self {
        let known = elements.known();
        // The invariant: who was counted for it is not dropped, and is this now.
        mem::forget(elements);
        Claim { known, lasts: Cell::new(true) }
    }

    /// What is used, if it was not let go.
    #[inline]
    pub(crate) fn get(&self) -> Option<Shared<'t, T>> {
        self.lasts.get().then(|| self.known.claim())
    }

    /// Ends the use.
    #[inline]
    pub(crate) fn let_go(&self) {
        if self.lasts.replace(false) {
            let Known { start, len, users, .. } = self.known;
            // The invariants: the user that this was is the one that is dropped here, and once only.
            drop(Shared { start, len, users, lent: PhantomData });
        }
    }
}

impl<T> Clone for Known<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Known<'_, T> {}

impl<'t, T> Known<'t, T> {
    /// What is borrowed for all of the time.
    #[inline]
    pub(crate) fn lent(elements: &'t [T]) -> Self {
        Known { start: NonNull::from(elements).cast(), len: elements.len(), users: None, lent: PhantomData }
    }

    /// One more user.
    ///
    /// # Panics
    /// If nobody uses the elements any more.
    #[inline]
    pub(crate) fn claim(self) -> Shared<'t, T> {
        if let Some(users) = self.users {
            let count = users.count.get();
            assert!(count != 0, "elements that somebody uses");
            users.count.set(count.checked_add(1).expect("fewer users than 2^32"));
        }
        // The invariants: the buffer is kept, since it had a user just now, and this one is counted.
        Shared { start: self.start, len: self.len, users: self.users, lent: PhantomData }
    }

    /// The address of the first element.
    #[inline]
    pub(crate) fn addr(self) -> usize {
        self.start.as_ptr().addr()
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len
    }
}

impl<'t, T> Shared<'t, T> {
    /// The elements of a buffer, which the arena keeps.
    #[inline]
    pub(crate) fn kept(arena: &'t Arena<T>, mut buffer: Buffer<T>) -> Self {
        let start = NonNull::new(buffer.as_mut_ptr()).expect("a buffer's address is not null");
        let len = buffer.as_slice().len();
        let place = arena.put(buffer);
        let users = arena.alloc(Users { count: Cell::new(1), place, arena });
        // The invariants: the elements stay where they are when their buffer moves, and this is the first user.
        Shared { start, len, users: Some(users), lent: PhantomData }
    }

    /// What is used.
    #[inline]
    pub(crate) fn known(&self) -> Known<'t, T> {
        Known { start: self.start, len: self.len, users: self.users, lent: PhantomData }
    }

    /// Whether the elements are in a buffer that nobody else uses.
    #[inline]
    pub(crate) fn is_alone(&self) -> bool {
        self.users.is_some_and(|users| users.count.get() == 1)
    }

    /// The buffer, if nobody else uses the elements.
    #[inline]
    pub(crate) fn into_buffer(self) -> Result<Buffer<T>, Self> {
        match self.users {
            Some(users) if users.count.get() == 1 => {
                mem::forget(self);
                users.count.set(0);
                Ok(users.arena.give_up(users.place).expect("a buffer that is used is kept"))
            }
            _ => Err(self),
        }
    }
}

impl<T> Deref for Shared<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: by the invariants there are so many elements, which nobody changes, and they stay at least until this is dropped: a buffer is
        // given up only when the count of its users comes to 0, which counts this one, or by a reset, for which no borrow of the arena may live.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T> Clone for Shared<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        self.known().claim()
    }
}

impl<T> Drop for Shared<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(users) = self.users {
            let left = users.count.get() - 1;
            users.count.set(left);
            if left == 0 {
                users.arena.let_go(users.place);
            }
        }
    }
}

/** What the host does for a kernel. */

/** The address of so many bytes, which are zero, or 0 if there are none; the host has memory that others have done with. */
export declare function more(bytes: i32): usize;

/** The same, where anything may be. */
export declare function room(bytes: i32): usize;

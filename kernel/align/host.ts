/** What the host does for the kernel. */

/** The address of so many bytes, which are zero; the host has memory that others have done with. */
export declare function more(bytes: i32): usize;

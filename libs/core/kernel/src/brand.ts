declare const brand: unique symbol;

/** A value of type `T` that only the constructor of brand `B` can make, so that two kinds can't be mixed up. */
export type Brand<T, B extends string> = T & { readonly [brand]: B };

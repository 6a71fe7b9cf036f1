import { decimalSignOf } from './typed-decimal';

/** The sign that stands before fractions where the reader of this page comes from. */
export const readerSign = decimalSignOf(navigator.language);

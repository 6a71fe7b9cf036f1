/** Points of a raised account in 10 s: a few of them can together offer thousands of orders a second. */
export const RAISED_POINTS = 50_000;

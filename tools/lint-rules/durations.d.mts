export declare const noWallDurations: { selector: string; message: string }[];

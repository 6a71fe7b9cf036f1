/** Shows a line to whoever started a tool. */
export type Say = (line: string) => void;

export const say: Say = (line) => {
  console.log(line);
};

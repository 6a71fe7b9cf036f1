const said =
  'What has passed is measured with clock.steady(): the machine’s clock may be set (docs/decisions/deadlines-and-clocks.md).';
const clocks = '/^(clock|systemClock|Date)$/';
const reads = (path) =>
  `:matches([${path}callee.object.name=${clocks}], [${path}callee.object.property.name='clock'])[${path}callee.property.name='now']`;
// A constant before now is a moment, e.g. from where what is stored counts.
const moment = ":not([operator='-'][right.type='Identifier'][right.name=/^[A-Z_]+$/])";

/** No time of the machine's clock is compared with another or taken from one. */
export const noWallDurations = ['left.', 'right.'].map((path) => ({
  selector: `BinaryExpression[operator=/^(-|<|>|<=|>=)$/]${reads(path)}${moment}`,
  message: said,
}));

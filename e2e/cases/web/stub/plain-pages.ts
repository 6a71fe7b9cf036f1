/** A page that does the plainest thing: the whole book, and the newest trades, as a table that is written anew with each packet. */
export const PLAIN_TABLE = `<!doctype html><title>plain</title><table id="book"></table><table id="trades"></table>
<script>
const lines = new Map(); const trades = [];
const row = (cells) => '<tr>' + cells.map((cell) => '<td>' + cell + '</td>').join('') + '</tr>';
const draw = () => {
  const all = [...lines.values()].sort((a, b) => b[1] - a[1]);
  document.getElementById('book').innerHTML = all.map((line) => row([line[1], Number(line[2]) / 1e18])).join('');
  document.getElementById('trades').innerHTML = trades.slice(0, 50).map((trade) => row(trade)).join('');
};
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/v1?books=sequenced');
socket.onopen = () => socket.send(JSON.stringify([{ c: 'subscribe', rid: 1, markets: ['ETHDAI'], events: ['book20d5', 'trades'] }]));
socket.onmessage = ({ data }) => {
  for (const [, id, message] of JSON.parse(data)) {
    if (id === 'sbs') for (const line of message[2]) lines.set(line[0] + line[1], line);
    if (id === 'sb') for (const line of message[3]) lines.set(line[0] + line[1], line);
    if (id === 't') trades.unshift(message);
    draw();
  }
};
</script>`;

/** So many rows in a table, all of them in the page. */
export const plainRows = (rows: number): string => `<!doctype html><title>rows</title>
<div id="frame" style="height: 300px; overflow-y: auto"><table id="rows"></table></div>
<script>
const cells = (at) => [at, 'Buy ETHDAI #' + at, '3000', at / 1000 + ' ETH', '100%', 'Filled'];
const row = (at) => '<tr>' + cells(at).map((cell) => '<td>' + cell + '</td>').join('') + '</tr>';
document.getElementById('rows').innerHTML = Array.from({ length: ${rows} }, (_, at) => row(at)).join('');
</script>`;

/** A page in which one small thing changes in each frame: more frames than here a machine can't draw. */
export const EMPTY_PAGE = `<!doctype html><title>empty</title>
<div id="one" style="width: 20px; height: 20px; background: teal"></div>
<script>
const one = document.getElementById('one');
const frame = (now) => { one.style.marginLeft = now % 200 + 'px'; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
</script>`;

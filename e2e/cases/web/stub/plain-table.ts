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

import { chainMetrics, moneyMetrics, signerMetrics } from '@exchange/contract/metrics';
import { dashboard } from './dashboard';
import { figure, graph } from './panels';
import { least, most, perSecond, risen, sum, within } from './query';

const {
  attestedBatches,
  attesterTrades,
  cosignatures,
  endedBatches,
  gasPrice,
  liveAttestations,
  oldestTrade,
  openBatches,
  runway,
  runwayMin,
  settledSeconds,
  settlerActive,
  settlerBalance,
  settlersFit,
  settlerTransactions,
  solvencyAge,
  solvencyBlock,
  solvencyDifference,
  surplus,
  unsettledTrades,
  unsettledValue,
  waitingCosignatures,
} = moneyMetrics;
const {
  blockAge,
  blocksBehind,
  chainLag,
  finalBlock,
  headBlock,
  nodeRequests,
  nodeSeconds,
  nodeState,
  reorganisations,
  undoneBlocks,
} = chainMetrics;
const { signerRequests, signerSeconds } = signerMetrics;

const WEI_PER_ETHER = '1e18';
const WEI_PER_GWEI = '1e9';

/** Settlement, the two keys, solvency, and the chain that they stand on. */
export const moneyAndChain = dashboard({
  name: 'money-and-chain',
  title: 'money and chain',
  rows: [
    {
      title: 'Solvency',
      panels: [
        figure(
          { title: 'Difference', tells: solvencyDifference, bad: { from: 1 } },
          most(solvencyDifference),
        ),
        figure({ title: 'Least surplus', tells: surplus, bad: { below: 0 } }, least(surplus)),
        figure({ title: 'Checked block', tells: solvencyBlock }, most(solvencyBlock)),
        figure(
          { title: 'Checked before', shown: 's', tells: solvencyAge, bad: { from: 60 } },
          least(solvencyAge),
        ),
        graph(
          { title: 'Surplus', tells: surplus },
          { query: least(surplus, { by: ['token'] }), called: 'token {{token}}' },
        ),
      ],
    },
    {
      title: 'Settlement',
      panels: [
        graph(
          { title: 'Trades that are not final', tells: unsettledTrades },
          { query: sum(unsettledTrades, { by: ['stage'] }), called: '{{stage}}' },
        ),
        graph(
          { title: 'What they are worth, in smallest units', tells: unsettledValue },
          { query: sum(unsettledValue, { by: ['token'] }), called: 'token {{token}}' },
        ),
        graph(
          { title: 'Oldest trade in no block', shown: 's', tells: oldestTrade },
          { query: most(oldestTrade), called: 'oldest' },
        ),
        graph(
          { title: 'Traded to final', shown: 's', tells: settledSeconds },
          { query: within(0.5, settledSeconds), called: 'half' },
          { query: within(0.99, settledSeconds), called: '99 %' },
        ),
        graph(
          { title: 'Open batches', tells: openBatches },
          { query: sum(openBatches, { by: ['stage'] }), called: '{{stage}}' },
        ),
        graph(
          { title: 'What became of batches', tells: endedBatches },
          { query: risen(endedBatches, { by: ['outcome'] }), called: '{{outcome}}' },
        ),
      ],
    },
    {
      title: 'Settlers',
      panels: [
        graph(
          { title: 'Balance in ETH', tells: settlerBalance },
          { query: `${most(settlerBalance)} / ${WEI_PER_ETHER}`, called: 'the one that sends' },
        ),
        graph(
          { title: 'Gas price in Gwei', tells: gasPrice },
          { query: `${most(gasPrice)} / ${WEI_PER_GWEI}`, called: 'now' },
        ),
        graph(
          { title: 'Batches that the gas pays', tells: runway },
          { query: most(runway), called: 'batches' },
          { query: most(runwayMin), called: 'low below' },
        ),
        graph(
          { title: 'Settlers', tells: settlersFit },
          { query: most(settlersFit), called: 'fit' },
          { query: most(settlerActive, { by: ['settler'] }), called: '{{settler}} sends' },
        ),
        graph(
          { title: 'Transactions, by the node’s answer', shown: 'ops', tells: settlerTransactions },
          { query: perSecond(settlerTransactions, { by: ['answer'] }), called: '{{answer}}' },
        ),
      ],
    },
    {
      title: 'Attester',
      panels: [
        graph(
          { title: 'Batches judged', tells: attestedBatches },
          { query: risen(attestedBatches, { by: ['outcome'] }), called: '{{outcome}}' },
        ),
        graph(
          { title: 'Co-signatures', tells: cosignatures },
          { query: risen(cosignatures, { by: ['kind'] }), called: '{{kind}}' },
        ),
        graph(
          { title: 'What it keeps in mind' },
          { query: most(attesterTrades), called: 'trades that are not settled' },
          { query: most(liveAttestations), called: 'attestations that may still be mined' },
          { query: most(waitingCosignatures), called: 'requests that wait' },
        ),
      ],
    },
    {
      title: 'Remote signer',
      panels: [
        graph(
          { title: 'Requests for signatures', shown: 'ops', tells: signerRequests },
          { query: perSecond(signerRequests, { by: ['key', 'outcome'] }), called: '{{key}} {{outcome}}' },
        ),
        graph(
          { title: 'Signed or refused, 99 % within', shown: 's', tells: signerSeconds },
          { query: within(0.99, signerSeconds, { by: ['key'] }), called: '{{key}}' },
        ),
      ],
    },
    {
      title: 'Chain',
      panels: [
        graph(
          { title: 'Behind', shown: 's', tells: chainLag },
          { query: most(chainLag), called: 'since it was read to its end' },
          { query: most(blockAge), called: 'age of the newest block' },
        ),
        graph(
          { title: 'Blocks' },
          { query: `${most(headBlock)} - ${most(finalBlock)}`, called: 'not final' },
          { query: most(blocksBehind), called: 'not read' },
        ),
        graph(
          { title: 'Reorganisations', tells: reorganisations },
          { query: risen(reorganisations), called: 'looks that found blocks gone' },
          { query: risen(undoneBlocks), called: 'blocks that were gone' },
        ),
        graph(
          { title: 'Nodes that are not well', tells: nodeState },
          {
            query: `${most(nodeState, { where: { state: { not: 'well' } }, by: ['service', 'node', 'state'] })} > 0`,
            called: '{{node}} is {{state}} for {{service}}',
          },
        ),
        graph(
          { title: 'Requests that a node failed', shown: 'ops', tells: nodeRequests },
          {
            query: perSecond(nodeRequests, { where: { outcome: 'failed' }, by: ['node'] }),
            called: '{{node}}',
          },
        ),
        graph(
          { title: 'Nodes answer, 99 % within', shown: 's', tells: nodeSeconds },
          { query: within(0.99, nodeSeconds, { by: ['node'] }), called: '{{node}}' },
        ),
      ],
    },
  ],
});

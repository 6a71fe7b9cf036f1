const STRUCT = /^struct (\w+)/;

const typeOf = ({ type, internalType }) => internalType.replace(STRUCT, '$1') || type;
const isReference = ({ type }) =>
  type.endsWith(']') || type.startsWith('tuple') || type === 'string' || type === 'bytes';
const parameter = (location) => (member) => `${typeOf(member)}${isReference(member) ? ` ${location}` : ''}`;

const functionSource = ({ name, inputs, outputs, stateMutability }) => {
  const mutability = stateMutability === 'nonpayable' ? '' : ` ${stateMutability}`;
  const returned = outputs.map(parameter('memory')).join(', ');
  const returns = returned === '' ? '' : ` returns (${returned})`;
  return `    function ${name}(${inputs.map(parameter('calldata')).join(', ')}) external${mutability}${returns};`;
};

/**
 * The functions of an ABI as a Solidity interface, so that tests can call a contract without compiling it.
 * `imports` is the source that defines its structs.
 */
export const solidityInterface = (name, abi, imports) => {
  const functions = abi.filter(({ type }) => type === 'function').map(functionSource);
  return `// SPDX-License-Identifier: Apache-2.0\npragma solidity 0.8.37;\n\nimport "${imports}";\n\ninterface ${name} {\n${functions.join('\n')}\n}\n`;
};

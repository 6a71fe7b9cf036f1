/** The order vector that the contract's tests use too. */
export const vector = {
  domain: {
    name: 'dex.blue',
    chainId: 1,
    contract: '0x000000000000000000000000000000000000c0de',
  },
  privateKey: '0x4646464646464646464646464646464646464646464646464646464646464646',
  account: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
  terms: {
    sellToken: '0x0000000000000000000000000000000000000000',
    sellAmount: '1000000000000000000',
    buyToken: '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
    buyAmount: '200000000',
    expiry: 1900000000,
    nonce: 1234567890123,
  },
  separator: '0xf603f45ee6cd5e5502ac7deb1d684f75212f3340fabe2a589d0f5a0a05463eb7',
  structHash: '0x6caec8acc501540c41ec92c839476017dd0b1c09368de0a534678aaa6ce68e25',
  typedDigest: '0x22bb425e6c9582d985c9f0eaa5a70004727c75a6027079ac46fd2bd6e47ad169',
  packedHash: '0x2e70fc528a1f1bc61689d1031e476fa62d2bd1667f73aa021971f1d0de5789b2',
  personalDigest: '0x7fcca958874df76f4e570695f23cf8f0f5b88640c361880efddaf893a52ccef2',
};

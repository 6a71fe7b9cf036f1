"""What an account signs, by hand: keccak-256 of pycryptodome, secp256k1 of ecdsa, and EIP-712 as in docs/interface/orders.md."""

import json
import sys
from hashlib import sha256

from Cryptodome.Hash import keccak
from ecdsa import SECP256k1, SigningKey, VerifyingKey
from ecdsa.util import sigdecode_string, sigencode_string_canonize

DOMAIN_TYPE = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
ORDER_TYPE = (
    "Order(address sellTokenAddress,uint128 sellTokenAmount,address buyTokenAddress,"
    "uint128 buyTokenAmount,uint32 expiry,uint64 nonce)"
)


def keccak256(data: bytes) -> bytes:
    return keccak.new(digest_bits=256, data=data).digest()


def uint(value: int, bits: int, length: int = 32) -> bytes:
    """A number in so many bytes; an error if it doesn't fit into the bits."""
    if not 0 <= value < 1 << bits:
        raise ValueError(f"{value} is no uint{bits}")
    return value.to_bytes(length, "big")


def address(text: str) -> bytes:
    data = bytes.fromhex(text.removeprefix("0x"))
    if len(data) != 20:
        raise ValueError(f"{text} is no address")
    return data


def domain_separator(name: str, chain_id: int, contract: str) -> bytes:
    words = [
        keccak256(DOMAIN_TYPE.encode()),
        keccak256(name.encode()),
        keccak256(b"1"),
        uint(chain_id, 256),
        bytes(12) + address(contract),
    ]
    return keccak256(b"".join(words))


def order_digest(order: dict, separator: bytes) -> bytes:
    """The EIP-712 digest of an order, which the format signTypedData signs. Amounts are strings of smallest units."""
    words = [
        keccak256(ORDER_TYPE.encode()),
        bytes(12) + address(order["sellToken"]),
        uint(int(order["sellAmount"]), 128),
        bytes(12) + address(order["buyToken"]),
        uint(int(order["buyAmount"]), 128),
        uint(order["expiry"], 32),
        uint(order["nonce"], 64),
    ]
    return keccak256(b"\x19\x01" + separator + keccak256(b"".join(words)))


def packed_hash(order: dict, contract: str) -> bytes:
    """The 104 packed bytes, hashed: the format sign signs this hash by personal_sign."""
    parts = [
        address(order["sellToken"]),
        uint(int(order["sellAmount"]), 128, 16),
        address(order["buyToken"]),
        uint(int(order["buyAmount"]), 128, 16),
        uint(order["expiry"], 32, 4),
        uint(order["nonce"], 64, 8),
        address(contract),
    ]
    return keccak256(b"".join(parts))


def personal_digest(message: bytes) -> bytes:
    """What personal_sign signs of a message (EIP-191)."""
    return keccak256(b"\x19Ethereum Signed Message:\n" + str(len(message)).encode() + message)


class Key:
    """A private key of an account or a delegate, 0x and 64 hex digits."""

    def __init__(self, private_key: str):
        secret = bytes.fromhex(private_key.removeprefix("0x"))
        self._key = SigningKey.from_string(secret, curve=SECP256k1, hashfunc=sha256)
        self._public = self._key.verifying_key.to_string()
        self.address = "0x" + keccak256(self._public)[-20:].hex()

    def sign(self, digest: bytes) -> str:
        """r, s and v of a digest, in hex: nonces of RFC 6979, the low s, and v 27 or 28."""
        rs = self._key.sign_digest_deterministic(digest, hashfunc=sha256, sigencode=sigencode_string_canonize)
        # The first of the two keys that fit is that of an even point, for which v is 27.
        fitting = VerifyingKey.from_public_key_recovery_with_digest(
            rs, digest, SECP256k1, hashfunc=sha256, sigdecode=sigdecode_string
        )
        v = 27 + [key.to_string() for key in fitting].index(self._public)
        return f"0x{rs.hex()}{v:02x}"

    def sign_message(self, message: bytes) -> str:
        return self.sign(personal_digest(message))


def answer(question: dict) -> dict:
    key, order, domain = Key(question["key"]), question["order"], question["domain"]
    digest = order_digest(order, domain_separator(domain["name"], domain["chainId"], domain["contract"]))
    packed = packed_hash(order, domain["contract"])
    return {
        "address": key.address,
        "digest": "0x" + digest.hex(),
        "packedHash": "0x" + packed.hex(),
        "signTypedData": key.sign(digest),
        "sign": key.sign_message(packed),
        "text": key.sign_message(question["text"].encode()),
    }


if __name__ == "__main__":
    # To be checked against others: a JSON array of keys, domains, orders and texts in, what they give out.
    print(json.dumps([answer(question) for question in json.load(sys.stdin)]))

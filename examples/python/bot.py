"""Sells some of a token in Python: logs in, reads the listing, signs an order, places it, follows its fills, cancels what is left.

It comes back after a lost line, and then places no second order and misses no fill. Run `npm start` and deposit first:

    node examples/deposit.mjs && AMOUNT=0.3 RATE=400 FILLS=1 SECONDS=60 python3 examples/python/bot.py
"""

import asyncio
import json
import os
import random
import time
from fractions import Fraction
from math import ceil
from pathlib import Path

import websockets

from signing import Key, domain_separator, order_digest

WEEK_S = 604_800
ANSWER_S_MAX = 10
PAGE = 50
PAUSES_S = (0.25, 0.5, 1, 2, 5)
FAILURES_MAX = 20
# They say nothing of the outcome, or pass by themselves: what was asked is asked again on the next line.
PASSING = ("UNKNOWN_OUTCOME", "UNAVAILABLE", "DEADLINE_PASSED", "MARKET_RESTARTING")


class Refused(Exception):
    """The exchange refused a command; its code says why (docs/interface/errors.md)."""

    def __init__(self, message: str):
        super().__init__(message)
        self.code = message.split(":")[0]


class LineLost(Exception):
    """The connection is gone, or so silent that it might as well be."""


class Line:
    """One connection. `ask` gives the packet that answers a command; all others are in `told`, and a None when it is lost."""

    def __init__(self, socket):
        self.told = asyncio.Queue()
        self._socket = socket
        self._asked = {}
        self._last_rid = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self):
        try:
            async for frame in self._socket:
                for packet in json.loads(frame):
                    answered = self._asked.pop(packet[3], None) if len(packet) > 3 else None
                    if answered is None:
                        self.told.put_nowait(packet)
                    elif not answered.done():
                        answered.set_result(packet)
        except websockets.ConnectionClosed:
            pass
        finally:
            for answered in self._asked.values():
                if not answered.done():
                    answered.set_exception(LineLost("before the answer"))
            self.told.put_nowait(None)

    async def ask(self, command: dict) -> list:
        self._last_rid += 1
        rid = self._last_rid
        self._asked[rid] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps([{**command, "rid": rid}]))
            packet = await asyncio.wait_for(self._asked[rid], ANSWER_S_MAX)
        except (websockets.ConnectionClosed, asyncio.TimeoutError) as error:
            # Nothing is known of the outcome: the next line is used to find out.
            raise LineLost(f"no answer to {command['c']}") from error
        if packet[1] != "e":
            return packet[2]
        refused = Refused(packet[2])
        raise LineLost(packet[2]) if refused.code in PASSING else refused

    async def next(self, seconds: float):
        """The next packet that answers nothing; None when none comes within so many seconds."""
        try:
            packet = await asyncio.wait_for(self.told.get(), max(seconds, 0))
        except asyncio.TimeoutError:
            return None
        if packet is None:
            raise LineLost("by the other side")
        return packet

    async def close(self, seconds: float):
        await asyncio.sleep(seconds)
        await self._socket.close()


class Bot:
    """One order of an account, over however many lines."""

    def __init__(self, url: str, key: Key, market: str, amount: str, rate: str, fills: int, seconds: float):
        # One id, one event.
        self.url = f"{url}/ws/v1?events=distinct"
        self.key, self.market = key, market
        self.amount, self.rate, self.fills = Fraction(amount), Fraction(rate), fills
        self.started = time.time()
        self.ends = self.started + seconds
        # What outlives a line: the signed order, how the exchange showed it last, and the trades that were told.
        self.command = self.digest = self.order = None
        self.trades = set()
        self.failures = 0

    async def run(self):
        while True:
            try:
                async with websockets.connect(self.url) as socket:
                    await self.trade(Line(socket))
                    return
            except (OSError, asyncio.TimeoutError, LineLost, websockets.WebSocketException) as error:
                self.failures += 1
                if self.failures > FAILURES_MAX:
                    raise
                pause = PAUSES_S[min(self.failures, len(PAUSES_S)) - 1] * random.uniform(0.5, 1)
                print(f"line lost ({error}), again in {pause:.2f} s", flush=True)
                await asyncio.sleep(pause)

    async def trade(self, line: Line):
        greeting = await line.next(ANSWER_S_MAX)
        if greeting is None or greeting[1] != "c":
            raise LineLost(greeting or "no greeting")
        config = greeting[2]
        await self.log_in(line, config["name"])
        self.failures = 0
        if self.command is None:
            self.sign(config, await line.ask({"c": "getListed"}))
        self.show(await self.place(line))
        await self.catch_up(line)
        while self.order[4] and len(self.trades) < self.fills and time.time() < self.ends:
            packet = await line.next(self.ends - time.time())
            if packet is not None:
                self.take(packet, line)
        if self.order[4]:
            self.show(await self.cancel(line))
        # What was filled up to the end.
        await self.catch_up(line)
        outcome = "canceled" if self.order[5] else "filled"
        print(f"order {self.order[0]} ended {outcome} with {len(self.trades)} fills", flush=True)

    async def log_in(self, line: Line, exchange: str):
        nonce = time.time_ns() // 1_000_000
        message = f"Log in to {exchange} in Python, nonce {nonce}"
        login = {"c": "authenticate", "message": message, "nonce": nonce}
        auth = await line.ask({**login, "signature": self.key.sign_message(message.encode())})
        if auth[1] != self.key.address:
            raise ValueError(f"logged in as {auth[1]}: something else was signed")
        print(f"logged in as {auth[1]}", flush=True)

    def sign(self, config: dict, listed: dict):
        market = listed["markets"].get(self.market)
        if market is None or market["status"] != "open":
            raise ValueError(f"{self.market} is not open")
        sold, bought = listed["tokens"][market["traded"]], listed["tokens"][market["quote"]]
        sell_amount = self.amount * 10 ** sold["decimals"]
        if sell_amount.denominator != 1:
            raise ValueError(f"{market['traded']} has {sold['decimals']} decimals")
        order = {
            "sellToken": sold["contract"],
            "sellAmount": str(sell_amount),
            "buyToken": bought["contract"],
            # Never less than the rate.
            "buyAmount": str(ceil(self.amount * self.rate * 10 ** bought["decimals"])),
            "expiry": int(self.started) + WEEK_S,
            "nonce": time.time_ns() // 1_000_000,
        }
        separator = domain_separator(config["name"], config["chainId"], config["contractAddress"])
        digest = order_digest(order, separator)
        signed = {"signature": self.key.sign(digest), "signatureFormat": "signTypedData"}
        self.command = {"c": "placeOrder", "market": self.market, **order, **signed}
        self.digest = "0x" + digest.hex()

    async def place(self, line: Line) -> list:
        """The order as it is now. The same signed order can be sent again and again: it is placed once, ever."""
        try:
            return await line.ask(self.command)
        except Refused as refused:
            if refused.code != "DUPLICATE_ORDER":
                raise
            return await line.ask({"c": "getOrder", "hash": self.digest})

    async def cancel(self, line: Line) -> list:
        try:
            return await line.ask({"c": "cancelOrder", "hash": self.digest})
        except Refused as refused:
            if refused.code != "ORDER_NOT_OPEN":
                raise
            return await line.ask({"c": "getOrder", "hash": self.digest})

    async def catch_up(self, line: Line):
        """Tells the fills that no line brought, the oldest first."""
        asked = {"c": "getUserTrades", "market": self.market, "from": int(self.started), "limit": PAGE}
        missed = []
        while True:
            page = (await line.ask(asked))["trades"]
            missed += [trade for trade in page if trade[0] not in self.trades]
            if len(page) < PAGE or page[-1][0] in self.trades:
                break
            asked["before"] = page[-1][0]
        for trade in reversed(missed):
            self.fill(trade)

    def take(self, packet: list, line: Line):
        _, event, message, *_ = packet
        if event == "ut":
            self.fill(message)
        elif event == "o" and message[0] == self.order[0]:
            self.show(message)
        elif event == "rc":
            # The gateway is about to stop: each of its clients leaves at its own time.
            self.leaving = asyncio.create_task(line.close(message[0]))

    def show(self, order: list):
        if self.order is None:
            print(f"order {order[0]} placed at {order[14]}", flush=True)
        self.order = order

    def fill(self, trade: list):
        """Each trade of the order once, however often it is told."""
        if trade[10] != self.order[0] or trade[0] in self.trades:
            return
        self.trades.add(trade[0])
        print(f"fill {trade[0]}: {trade[4]} at {trade[3]}", flush=True)


def main():
    folder = os.environ.get("EXCHANGE_DATA_DIR", ".exchange")
    endpoints = json.loads(Path(folder, "endpoints.json").read_text("utf-8"))
    setting = os.environ.get
    bot = Bot(
        url=setting("EXCHANGE_WS", endpoints["ws"]),
        key=Key(endpoints["accounts"][int(setting("ACCOUNT", "1"))]["privateKey"]),
        market=setting("MARKET", "ETHDAI"),
        amount=setting("AMOUNT", "0.3"),
        rate=setting("RATE", "400"),
        fills=int(setting("FILLS", "1")),
        seconds=float(setting("SECONDS", "60")),
    )
    asyncio.run(bot.run())


if __name__ == "__main__":
    main()

import { Worker } from "node:worker_threads";
import { beforeEach, expect, it, vi } from "vitest";
import { read } from "../../src/reading/index.ts";

const file = 512 * 1_024;
const dnsFile = file / 2;
const zone = { domain: "shop.com", defaultTtl: 300 };

function fill(unit: string, size: number, before = "", after = ""): string {
	return `${before}${unit.repeat(Math.floor((size - before.length - after.length) / unit.length))}${after}`;
}

function numbered(count: number, line: (index: number) => string, between = "\n"): string {
	return Array.from({ length: count }, (_, index) => line(index)).join(between);
}

const lists = {
	"names on one line": numbered(35_000, (at) => `shop${at}.com`, ","),
	"names on lines": numbered(35_000, (at) => `shop${at}.com`),
	"words on one line": fill("a.b ", file),
	"only quotes": fill('"', file),
	"quotes on lines": fill('"\n', file),
	"only delimiters": fill(",", file),
	"open quotes": fill('a"b,', file),
	"a wide table": fill(`${numbered(1_000, (at) => `s${at}.com`, ",")}\n`, file, "domain\n"),
	"JSON on one line": fill('{"domain":"a.com"},', file, "[", '{"domain":"a.com"}]'),
	"nested JSON": `${"[".repeat(file / 2)}${"]".repeat(file / 2)}`,
	"broken JSON": fill("[", file),
	"one object with many keys": `[{${numbered(40_000, (at) => `"k${at}":1`, ",")}}]`,
	"invalid UTF-8": fill("\ufffd\n", file),
	"words that may be tokens": fill("aB3dE6gH9jK2mN5pQ8sT\n", file),
};
const zones = {
	records: numbered(4_000, (at) => `h${at} 300 IN TXT "a text to fill the line of this zone, v=${at}"`),
	"one record on many lines": fill('"a"\n', 40_000, "$ORIGIN shop.com.\n@ IN TXT (\n"),
	"one long record": fill('"a" ', dnsFile, "$ORIGIN shop.com.\n@ IN TXT ( "),
	escapes: fill("\\034", dnsFile, "$ORIGIN shop.com.\n@ IN TXT "),
	parentheses: fill("(", dnsFile, "$ORIGIN shop.com.\n"),
	"a table with deep hostnames": numbered(1_200, (at) => `A,${"a.".repeat(90)}h${at},1.2.3.4`),
	"a table with many titles": `type,hostname,value,${fill("a,", dnsFile / 2)}\n${fill("A,b,c\n", 50_000)}`,
	"JSON of numbers": fill("1,", dnsFile, "[", "1]"),
	"JSON with deep hostnames": JSON.stringify(
		Array.from({ length: 1_000 }, (_, at) => ({ type: "A", hostname: `${"a.".repeat(90)}h${at}`, value: "1.2.3.4" })),
	),
	"nested JSON": `${"[".repeat(dnsFile / 2)}${"]".repeat(dnsFile / 2)}`,
};

/** Waits for `run`, and returns true if another thread did the work. */
async function isReadElsewhere(run: () => Promise<{ kind: string }>): Promise<boolean> {
	const post = vi.spyOn(Worker.prototype, "postMessage").mockClear();
	expect(await run()).toMatchObject({ kind: "read" });
	return post.mock.calls.length > 0;
}

const { timeout } = AbortSignal;
beforeEach(() => {
	// Other programs may keep the processor busy, and the time limit counts real time.
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50_000));
});

it.each(Object.entries(lists))("reads a list of %s in another thread", async (_name, text) => {
	expect(await isReadElsewhere(() => read("holdsSecret", text))).toBe(true);
	expect(await isReadElsewhere(() => read("list", text))).toBe(true);
});

it.each(Object.entries(zones))("reads a DNS file of %s in another thread", async (_name, text) => {
	expect(await isReadElsewhere(() => read("origin", text))).toBe(true);
	expect(await isReadElsewhere(() => read("zone", text, zone))).toBe(true);
});

it("reads a short text in this thread", async () => {
	expect(await isReadElsewhere(() => read("list", lists["names on lines"].slice(0, 32 * 1_024)))).toBe(false);
});

it("reads a long text as a short one, and several at a time in their order", async () => {
	const names = ["a.com", "b.com", "c.com"];
	const texts = names.map((name) => `${name}\n`.repeat(10_000));
	const found = await Promise.all(texts.map((text) => read("names", text)));
	expect(found).toMatchObject(names.map((name) => ({ kind: "read", value: { names: [name], duplicates: 9_999 } })));
	expect(await read("list", fill("www 300 IN A 203.0.113.5\n", 100_000))).toEqual({ kind: "read", value: null });
});

it("keeps as many refused lines as a list can show, and counts the others", async () => {
	const found = await read("names", `a.com\n${"-.com\n".repeat(30_000)}`);
	expect(found).toMatchObject({ value: { names: ["a.com"], more: 28_000 } });
	expect(found.kind === "read" && found.value.refused).toHaveLength(2_000);
});

it("gives up a text that takes too long, and reads the next one", async () => {
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(20));
	expect(await read("names", lists["quotes on lines"])).toEqual({ kind: "slow" });
	vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50_000));
	expect(await read("names", lists["names on lines"])).toMatchObject({ kind: "read" });
});

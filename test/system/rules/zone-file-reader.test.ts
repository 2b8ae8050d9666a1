import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalRecord, textContent } from "@domains/contract/records/record.ts";
import type { AnyRecord } from "@domains/contract/records/types.ts";
import { parseZoneFile } from "@domains/dns/zone-file/parse.ts";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { layouts } from "../../../packages/dns/test/zone-file/layouts.ts";
import { zone } from "../../../packages/dns/test/zone-file/records.ts";
import { oddFiles, writtenFiles } from "../../../packages/dns/test/zone-file/written.ts";

const folder = mkdtempSync(join(tmpdir(), "zone-file-reader-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lets BIND read a zone file. Returns one line for each record, or null if BIND refuses the file. */
function readByBind(text: string): string[] | null {
	const file = join(folder, "zone");
	writeFileSync(file, text);
	const options = ["-i", "none", "-k", "ignore", "-s", "full", "-q", "-o", "-"];
	const { error, status, stdout } = spawnSync("named-compilezone", [...options, zone.domain, file], {
		encoding: "utf8",
	});
	if (error) throw error;
	return status === 0 ? stdout.split("\n").filter((line) => line !== "") : null;
}

interface Compared {
	set: string;
	data: string;
	ttl: AnyRecord["ttl"];
}

function compared(record: AnyRecord, bytes: (value: string) => Buffer): Compared {
	const { type, hostname, value, priority, ttl } = canonicalRecord(record, zone);
	const data = type === "TXT" ? bytes(record.value).toString("hex") : `${priority ?? ""} ${value}`;
	return { set: `${hostname} ${type}`, data, ttl };
}

const server = (name: string): Compared => ({ set: "nameserver", data: name, ttl: null });

/** Reads a line of BIND with separate code, because the parser is what these tests check. */
function ofLine(line: string): Compared[] {
	const [, hostname = "", ttl, type = "", value = ""] = /^(\S+)\s+(\d+)\s+IN\s+(\S+)\s+(.*)$/.exec(line) ?? [];
	if (type === "SOA") return [];
	if (type === "NS" && hostname.toLowerCase() === `${zone.domain}.`)
		return [server(value.toLowerCase().replace(/\.$/, ""))];
	return [compared({ type, hostname, value, ttl: Number(ttl) }, bytesOfStrings)];
}

function bytesOfStrings(value: string): Buffer {
	const inner = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, each]) => each).join("");
	const bytes = [...inner.matchAll(/\\(\d{3})|\\?(.)/g)].map(([, code, character = ""]) =>
		code === undefined ? character.charCodeAt(0) : Number(code),
	);
	return Buffer.from(bytes);
}

/** Expects the records of BIND, except for lines that the parser refuses, or completes in another way and says so. */
function expectRecordsOf(lines: readonly string[], text: string): number {
	const read = parseZoneFile(text, zone);
	const ours = [
		...read.records.map((record) => compared(record, (value) => Buffer.from(textContent(value)))),
		...read.nameservers.map(server),
	];
	const theirs = lines.flatMap(ofLine);
	const missing = theirs.filter((each) => !ours.some(({ set, data }) => set === each.set && data === each.data));
	const added = ours.filter((each) => !theirs.some(({ set, data }) => set === each.set && data === each.data));
	const completed = read.doubtful?.filter(({ doubt }) => doubt === "dot") ?? [];
	if (added.length > completed.length) expect(added).toEqual([]);
	if (missing.length > completed.length + read.refused.length) expect(missing).toEqual([]);
	// BIND gives all records of one name and type one TTL, and this TTL to lines below that have none.
	const sets = Object.values(Object.groupBy(ours, ({ set }) => set));
	const isMixed = sets.some((set = []) => new Set(set.map(({ ttl }) => ttl)).size > 1);
	if (!isMixed && read.refused.length === 0 && missing.length === 0)
		for (const each of theirs) expect(ours).toContainEqual(each);
	return theirs.length - missing.length;
}

describe("the parser of zone files", () => {
	it("reads the records that BIND reads", () => {
		let count = 0;
		fc.assert(
			fc.property(writtenFiles, (text) => {
				const lines = readByBind(text);
				expect(lines).not.toBeNull();
				count += expectRecordsOf(lines ?? [], text);
			}),
			{ numRuns: 60 },
		);
		expect(count).toBeGreaterThan(120);
	});

	it("refuses or names each line that BIND refuses", () => {
		let count = 0;
		fc.assert(
			fc.property(oddFiles, ({ text, from, to }) => {
				const lines = readByBind(text);
				if (lines) return void expectRecordsOf(lines, text);
				count += 1;
				const { refused, doubtful = [] } = parseZoneFile(text, zone);
				expect([...refused, ...doubtful].some(({ line }) => line >= from && line <= to)).toBe(true);
			}),
			{ numRuns: 80 },
		);
		expect(count).toBeGreaterThan(40);
	});

	it.each(Object.entries(layouts))("reads the records that BIND reads from a file of %s", (_whose, text) => {
		const lines = readByBind(text);
		expect(lines).not.toBeNull();
		expect(expectRecordsOf(lines ?? [], text)).toBeGreaterThan(3);
	});
});

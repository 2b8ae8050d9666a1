import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openJournal } from "../../src/state/journal.ts";
import { createStore, type Store, type Table } from "../../src/state/store.ts";

interface Row {
	text: string;
	chat: number;
}

function directory(): string {
	const made = mkdtempSync(join(tmpdir(), "telegram-"));
	onTestFinished(() => rmSync(made, { recursive: true }));
	return made;
}

function open(path: string): { store: Store; rows: Table<Row> } {
	const store = createStore(openJournal(path));
	return { store, rows: store.table<Row>("rows", (row) => row.chat) };
}

const row = (text: string, chat = 1): Row => ({ text, chat });

describe("tables with a journal", () => {
	it("survive a process that did not close them", () => {
		const path = directory();
		const { rows } = open(path);
		rows.put("a", row("first"));
		rows.put("b", row("second", 2));
		rows.put("a", row("changed", 2));
		rows.delete("b");
		expect(open(path).rows.rows()).toEqual([row("changed", 2)]);
		expect(open(path).rows.grouped(2)).toEqual([row("changed", 2)]);
		expect(open(path).rows.grouped(1)).toEqual([]);
	});

	it("keep all changes of a step or none", () => {
		const path = directory();
		const { store, rows } = open(path);
		rows.put("a", row("before"));
		expect(() =>
			store.transact(() => {
				rows.put("a", row("after"));
				rows.put("b", row("new"));
				throw new Error("refused");
			}),
		).toThrow("refused");
		expect(rows.rows()).toEqual([row("before")]);
		expect(open(path).rows.rows()).toEqual([row("before")]);
	});

	it("write nested steps as one line", () => {
		const path = directory();
		const { store, rows } = open(path);
		store.transact(() => {
			rows.put("a", row("1"));
			store.transact(() => rows.put("b", row("2")));
		});
		expect(readFileSync(join(path, "journal.jsonl"), "utf8").trim().split("\n")).toHaveLength(1);
	});

	it("drop a torn last line, and continue after it", () => {
		const path = directory();
		open(path).rows.put("a", row("whole"));
		appendFileSync(join(path, "journal.jsonl"), '[["rows","b",{"te');
		const { rows } = open(path);
		expect(rows.rows()).toEqual([row("whole")]);
		rows.put("c", row("next"));
		expect(open(path).rows.rows()).toEqual([row("whole"), row("next")]);
	});

	it("refuse a journal that is damaged in the middle, and name the line", () => {
		const path = directory();
		writeFileSync(join(path, "journal.jsonl"), '[["rows","a",null]]\nrubbish\n[]\n');
		expect(() => open(path)).toThrow(/journal\.jsonl is damaged at line 2/);
	});

	it("compact a long journal", () => {
		const path = directory();
		const { rows } = open(path);
		const text = "x".repeat(100_000);
		for (let i = 0; i < 100; i++) rows.put("a", row(`${i}${text}`));
		expect(statSync(join(path, "journal.jsonl")).size).toBeLessThan(5_000_000);
		expect(open(path).rows.get("a")?.text).toBe(`99${text}`);
	});

	it("keep no replaced or deleted value on disk", () => {
		const path = directory();
		const onDisk = () => readFileSync(join(path, "journal.jsonl"), "utf8");
		const { store, rows } = open(path);
		store.transact(() => {
			rows.put("a", row("token-первый"));
			rows.put("b", row("stays"));
		});
		rows.put("a", row("token-second"));
		expect(onDisk()).not.toContain("token-первый");
		rows.delete("a");
		expect(onDisk()).not.toContain("token");
		expect(open(path).rows.rows()).toEqual([row("stays")]);
	});

	it("do so for values of another process too, and after a snapshot", () => {
		const path = directory();
		const onDisk = () => readFileSync(join(path, "journal.jsonl"), "utf8");
		const first = open(path);
		first.rows.put("a", row("one"));
		first.rows.put("b", row("token-b"));
		first.rows.put("a", row("token-a"));
		open(path).rows.delete("a");
		expect(onDisk()).not.toContain("token-a");
		const last = open(path);
		last.store.close();
		const again = open(path);
		again.rows.delete("b");
		expect(onDisk()).not.toContain("token-b");
		expect(open(path).rows.rows()).toEqual([]);
	});

	it("report the rows that a step changed, once", () => {
		const { store, rows } = open(directory());
		const told: string[][] = [];
		const stop = store.onCommit((changes) => told.push(changes.map(({ table, key }) => `${table} ${key}`)));
		store.transact(() => {
			rows.put("a", row("1"));
			rows.put("b", row("2"));
		});
		store.transact(() => {});
		stop();
		rows.put("c", row("3"));
		expect(told).toEqual([["rows a", "rows b"]]);
	});
});

import type { AnyRecord } from "@domains/contract/records/types.ts";
import { expect, it } from "vitest";
import { asStored } from "../src/behind.ts";
import { a, alias, zone } from "./zones.ts";

const mx = (priority?: number | null, more: Partial<AnyRecord> = {}): AnyRecord => {
	return { type: "MX", hostname: "@", value: "mx.example.net", ttl: 300, priority, ...more };
};

it.each<[string, AnyRecord[], AnyRecord[], AnyRecord[]]>([
	["a priority that the service chose", [mx()], [mx(20)], [mx(20)]],
	["a priority that the service chose for null", [mx(null)], [mx(20)], [mx(20)]],
	["no other priority than the one that was sent", [mx(10)], [mx(20)], [mx(10)]],
	["no priority of another mail server", [mx()], [mx(20, { value: "other.example.net" })], [mx()]],
	["no priority of another hostname", [mx()], [mx(20, { hostname: "eu" })], [mx()]],
	["no priority of another type", [mx()], [mx(20, { type: "ALIAS" })], [mx()]],
	["one priority each", [mx(), mx(), mx()], [mx(20), mx(10)], [mx(20), mx(10), mx()]],
	["the TTL that was sent", [mx(null, { ttl: 60 })], [mx(20)], [mx(20, { ttl: 60 })]],
	[
		"the spelling of a type without rules",
		[alias],
		[{ ...alias, hostname: "Example.com.", value: "lb.example.net.", priority: 0 }],
		[{ ...alias, hostname: "Example.com.", value: "lb.example.net.", priority: 0 }],
	],
	...[
		["a.b", '"a.b."', '"a.b."'],
		["say x", 'say "x"', "say x"],
		["x y", '"x" y', "x y"],
	].map(([value = "", shown = "", kept = ""]): [string, AnyRecord[], AnyRecord[], AnyRecord[]] => {
		const spoof = { ...alias, type: "SPOOF" };
		return [
			`quotes and a dot only at its ends: ${shown}`,
			[{ ...spoof, value }],
			[{ ...spoof, value: shown }],
			[{ ...spoof, value: kept }],
		];
	}),
	["no spelling of another type", [alias], [{ ...alias, type: "URL", priority: 0 }], [alias]],
	[
		"a priority of a type without rules that was sent",
		[{ ...alias, priority: 10 }],
		[{ ...alias, value: '"lb.example.net"', priority: 0 }],
		[{ ...alias, value: '"lb.example.net"', priority: 10 }],
	],
	[
		"its own spelling if its type has rules",
		[mx(), a("www", "192.0.2.1")],
		[mx(20), a("WWW", "192.0.2.1")],
		[mx(20), a("www", "192.0.2.1")],
	],
])("a sent record has %s", (_what, sent, now, expected) => {
	expect(asStored(sent, now, zone)).toEqual(expected);
});

import { AUTHORITATIVE_ANSWER } from "dns-packet";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerTo, type ScriptedServer, startScriptedServer } from "../../support/dns-server.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let server: ScriptedServer;

beforeAll(async () => {
	// This DNS server plays two roles: the authoritative nameserver of `known.com`, and a resolver that finds no address
	// for any name.
	server = await startScriptedServer((query) => {
		const name = query.questions?.[0]?.name ?? "";
		const isOwn = name === "known.com";
		const data = "ns1.sandbox.test";
		return [
			answerTo(query, isOwn ? [{ type: "NS", name, ttl: 60, data }] : [], { flags: isOwn ? AUTHORITATIVE_ANSWER : 0 }),
		];
	});
	fixture = await createActionsFixture({ dns: { resolvers: [server], builtIn: server } });
});
afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await server[Symbol.asyncDispose]();
});

const probe = (domain: string, ...nameservers: string[]) =>
	fixture.actions.nameservers.probe({ personId: 1, domain, nameservers });

it("says nothing about nameservers that answer for the domain", async () => {
	expect(await probe("known.com", "ns1.sandbox.test", "NS2.sandbox.test.")).toEqual([]);
	expect(await probe("known.com")).toEqual([]);
});

it("names those that do not know the domain, that have no address, and that are inside the domain", async () => {
	expect(await probe("other.com", "ns1.sandbox.test", "ns1.gone.net", "ns1.other.com", "ns1.another.com")).toEqual([
		{ at: "ns1.sandbox.test", problem: "lame" },
		{ at: "ns1.gone.net", problem: "no_address" },
		{ at: "ns1.other.com", problem: "glue" },
		{ at: "ns1.another.com", problem: "no_address" },
	]);
});

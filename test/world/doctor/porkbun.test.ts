import { type FakePorkbun, startFakePorkbun } from "fake-porkbun/index.ts";
import { addDomain } from "fake-porkbun/state.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { examine } from "../../../src/world/doctor/index.ts";
import { createTestLog } from "../../support/log.ts";
import { freePort } from "../../support/port.ts";
import { createDirectory } from "../../support/process.ts";

vi.setConfig({ testTimeout: 90_000 });

async function startFake(): Promise<FakePorkbun> {
	const fake = await startFakePorkbun();
	onTestFinished(() => fake.close());
	return fake;
}

async function look(fake: FakePorkbun, kind: "live" | "sandbox" = "live", env: Record<string, string> = {}) {
	const { apiKey, secretApiKey } = fake.keys[kind];
	const findings = await examine(createTestLog(), {
		DATA_DIR: await createDirectory(),
		PORT: String(await freePort()),
		SERVICE_PORT: "0",
		PORKBUN_URL: fake.url,
		PORKBUN_API_KEY: apiKey,
		PORKBUN_SECRET_API_KEY: secretApiKey,
		...env,
	});
	return findings.map(({ part, state, says }) => `${state} ${part}: ${says}`);
}

it("reports keys, credit, limit, domains and extensions", async () => {
	const fake = await startFake();
	const { live } = fake.state;
	addDomain(fake.state, live, "open.com", Date.now());
	addDomain(fake.state, live, "closed.com", Date.now()).apiAccess = false;
	live.balance = 12_34;
	const lines = await look(fake);
	expect(lines).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^ok porkbun keys: live keys, with real money; Porkbun sees calls from .*127\.0\.0\.1$/),
			"note porkbun credit: $12.34: creating an API token needs $40.00",
			"ok porkbun limit: $100.00 of $100.00 are left for the API this month",
			"note porkbun domains: 2 domains; closed to the API: closed.com. Turn on API Access on the website",
			expect.stringMatching(/^ok porkbun extensions: 8 are sold; .* only the website sells \.us$/),
		]),
	);
	expect(lines.join()).not.toContain(live.keys.secretApiKey);
	expect(live.ledger).toEqual([]);
});

it("says that the keys are wrong, or that nothing answers", async () => {
	const fake = await startFake();
	const wrong = await look(fake, "live", { PORKBUN_SECRET_API_KEY: `sk1_${"c".repeat(40)}` });
	expect(wrong.filter((line) => line.includes("porkbun"))).toEqual([
		"fix porkbun keys: Porkbun refuses them (INVALID_API_KEYS_001): copy both again, and check the IP allow-list of the key",
	]);
	fake.faults.isDown = true;
	const down = await look(fake, "sandbox");
	expect(down.filter((line) => line.includes("porkbun"))).toEqual([
		expect.stringMatching(/^fix porkbun keys: Porkbun does not answer/),
	]);
});

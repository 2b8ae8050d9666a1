import { expect, it, vi } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { startCommand } from "../support/process.ts";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 90_000 });

async function account(env: Record<string, string>, ...args: string[]) {
	const command = startCommand("account", env, args);
	const status = await command.status();
	return { status, out: command.out(), err: command.err() };
}

it("opens an account while another process runs the service, and the new token works immediately", async () => {
	const dataDir = await createWarmData();
	const service = startCommand("service", { DATA_DIR: dataDir, SERVICE_PORT: "0" });
	const address = await service.url();
	expect(service.out()).toContain(`${address}/api/v1`);

	const created = await account({ DATA_DIR: dataDir }, "create", "--balance", "99.50", "--whitelist", "127.0.0.1");
	expect(created).toMatchObject({ status: 0, err: "" });
	const { token, ...opened } = JSON.parse(created.out);
	expect(opened).toEqual({ user_id: expect.any(Number), balance_usd: 99.5, whitelist: ["127.0.0.1"] });
	const answer = await fetch(`${address}/api/v1/account`, { headers: { authorization: `Bearer ${token}` } });
	expect(await answer.json()).toMatchObject({ status: true, result: { balance_usd: 99.5 } });

	service.child.kill("SIGTERM");
	expect(await service.status()).toBe(0);
	expect(service.err()).toBe("");
});

it("prints a refusal or a wrong setting as one JSON object on standard error", async () => {
	await using database = await createTestDatabase();
	const env = { DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
	const errorOf = async (...args: string[]) => {
		const { status, out, err } = await account(env, ...args);
		return { status, out, ...JSON.parse(err).error };
	};
	expect(await errorOf("show", "77")).toMatchObject({ status: 1, out: "", code: "account_not_found" });
	const { user_id } = JSON.parse((await account(env, "create")).out);
	const unanswered = await errorOf("register", String(user_id), "provider-timeout-shell.com");
	expect(unanswered).toMatchObject({ status: 1, out: "", code: "provider_error", key: expect.any(String) });
	const again = await account(env, "register", String(user_id), "provider-timeout-shell.com", "--key", unanswered.key);
	expect(again).toMatchObject({ status: 0, err: "" });
	expect(await account(env, "show", "nobody")).toEqual({
		status: 2,
		out: "",
		err: "USER must be an account number. --help prints the usage.\n",
	});
	const broken = startCommand("account", { DATABASE_URL: "mysql://somewhere" }, ["create"]);
	expect(await broken.status()).toBe(1);
	expect(JSON.parse(broken.err()).error.code).toBe("config_invalid");
});

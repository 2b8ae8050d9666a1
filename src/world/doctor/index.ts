import { isAppError } from "@domains/kit/errors.ts";
import { type Log, maskSecrets } from "@domains/kit/log.ts";
import { readAddress } from "@domains/kit/postgres/address.ts";
import { createVault } from "@domains/kit/vault.ts";
import { Agent } from "undici";
import { type Config, parseConfig } from "../../config.ts";
import { localBot } from "../telegram.ts";
import { lookAtDatabase } from "./database.ts";
import { type Finding, failure, ok } from "./finding.ts";
import { checkDisk, checkListeners, checkPublicUrl, checkTimeZones, findKey } from "./machine.ts";
import { lookAtService } from "./service.ts";
import { lookAtTelegram } from "./telegram.ts";

export type { Finding } from "./finding.ts";

/** Each finding is one line of `npm run doctor`. Changes nothing, and returns no secret. */
export async function examine(log: Log, env?: Record<string, string | undefined>): Promise<Finding[]> {
	const node = ok("node", process.versions.node);
	try {
		const config = parseConfig(env);
		const findings = [ok("settings", "all are valid"), node, ...(await lookAround(config, log))];
		return findings.map((finding) => ({ ...finding, says: hide(finding.says, config) }));
	} catch (error) {
		if (!isAppError(error, "config_invalid")) throw error;
		const [, ...problems] = error.message.split("\n");
		return [...problems.map((problem) => failure("settings", problem.trim())), node, checkTimeZones()];
	}
}

async function lookAround(config: Config, log: Log): Promise<Finding[]> {
	const { finding, key } = await findKey(config);
	const vault = key ? createVault(key, config.keys.old) : null;
	// Calls go directly. The global dispatcher would follow the proxy variables under `NODE_USE_ENV_PROXY`.
	await using stack = new AsyncDisposableStack();
	const dispatcher = stack.adopt(new Agent(), (agent) => agent.destroy());
	const { findings: listeners, runs } = await checkListeners(config, dispatcher);
	const [disk, publicUrl, service, database] = await Promise.all([
		checkDisk(config),
		checkPublicUrl(config, runs, dispatcher),
		lookAtService(config, dispatcher),
		lookAtDatabase({ config, log, vault }),
	]);
	const telegram = await lookAtTelegram({
		config,
		dispatcher,
		vault,
		served: database.served,
		standIn: localBot,
		runs,
	});
	const own = [checkTimeZones(), disk, finding];
	return [...own, ...database.findings, ...telegram, ...service, publicUrl, ...listeners];
}

/** A finding may quote another server's answer, which may repeat a secret that the bot sent there. */
function hide(text: string, config: Config): string {
	const { telegram, builtInService, databaseUrl, databaseDirectUrl, databaseReadUrl, keys } = config;
	const addresses = [databaseUrl, databaseDirectUrl, databaseReadUrl].filter((url) => url !== undefined);
	const passwords = addresses.map((url) => readAddress(url).password);
	const { porkbun } = builtInService;
	const all = [telegram.token, porkbun?.apiKey, porkbun?.secretApiKey, ...passwords, keys.current?.toString("base64")];
	const known = all.filter((secret) => secret !== undefined && secret.length > 3);
	// Several settings are addresses with a user and password.
	const masked = maskSecrets(text).replace(/\/\/[^/?#\s@]+@/g, "//[masked]@");
	return known.reduce<string>((shown, secret) => shown.replaceAll(secret ?? "", "[masked]"), masked);
}

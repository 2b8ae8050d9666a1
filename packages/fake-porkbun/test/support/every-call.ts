import type { FakePorkbun } from "../../src/index.ts";
import { addDomain } from "../../src/state.ts";
import { createCaller } from "./caller.ts";

const unlimited = { limit: 1_000, seconds: 1 };

export const noLimits = {
	check: unlimited,
	createAttempt: unlimited,
	createSuccess: unlimited,
	renewAttempt: unlimited,
	renewSuccess: unlimited,
};

/** Makes every call of the description that the fake has, with both methods where it has both. Needs `noLimits`. */
export async function makeEveryCall(fake: FakePorkbun): Promise<void> {
	const { post, get } = createCaller(fake);
	const old = addDomain(fake.state, fake.state.live, "old-shop.com", Date.UTC(2026, 0, 1));
	for (const path of ["ping", "ip", "pricing/get"]) {
		await get(path);
		await post(path);
	}
	await post("pricing/get", { tlds: ["com"] });
	await get("account/balance");
	await get("account/apiSettings");
	await post("domain/checkDomain/new-shop.com");
	await post("domain/checkDomain/old-shop.com", { priceType: "renewal" });
	await post("domain/create/new-shop.com", { cost: 1108, agreeToTerms: "yes" }, "order-1");
	await post("domain/create/new-shop.com", { cost: 1108, agreeToTerms: "yes" }, "order-1");
	await post("domain/create/google.com", { cost: 1108, agreeToTerms: "yes" });
	await post(`domain/renew/${old.name}`, { cost: 1108 });
	await post(`domain/renew/${old.name}`, { cost: 1108 });
	await post("domain/listAll", { start: 0, autoRenew: "yes", apiAccess: "yes", sortName: "domain" });
	await get("domain/listAll?tlds[]=com&nameContains=shop");
	await get("domain/get/new-shop.com");
	await get("domain/get/nobody.com");
	await post("domain/updateAutoRenew/new-shop.com", { status: "off", domains: ["nobody.com"] });
	await post("domain/getNs/new-shop.com");
	await get("domain/getNs/new-shop.com");
	await post("domain/updateNs/new-shop.com", { ns: ["ns2.host.test", "ns1.host.test"] });
	await post("domain/updateNs/new-shop.com", { ns: ["ns1.host.test", "ns2.host.test"] });
	const { body } = await post("dns/create/new-shop.com", { type: "A", content: "192.0.2.1", name: "www", ttl: 600 });
	await post("dns/create/new-shop.com", { type: "MX", content: "mx.host.test", prio: 10 });
	await post("dns/create/new-shop.com", { type: "A", content: "nonsense" });
	for (const path of ["dns/retrieve/new-shop.com", `dns/retrieve/new-shop.com/${body["id"]}`]) {
		await get(path);
		await post(path);
	}
	await get("dns/retrieveByNameType/new-shop.com/A/www");
	await post("dns/retrieveByNameType/new-shop.com/MX");
	await post(`dns/edit/new-shop.com/${body["id"]}`, { name: "www", type: "A", content: "192.0.2.2" });
	await post("dns/editByNameType/new-shop.com/A/www", { content: "192.0.2.3", ttl: 700 });
	await post("dns/deleteByNameType/new-shop.com/MX");
	await post(`dns/delete/new-shop.com/${body["id"]}`);
	await post(`dns/delete/new-shop.com/${body["id"]}`);
}

import { expect, it } from "vitest";
import { createActionsFixture } from "../fixture.ts";

it("lists the zones, popular ones first or in the chosen order, and filters them", async () => {
	await using fixture = await createActionsFixture();
	const { personId } = await fixture.customer(1);
	fixture.service.prices.set(".xn--p1ai", { register: 500, renew: 600 });
	fixture.service.prices.set(".bait", { register: 1, renew: 9_000 });
	const zones = async (search?: string, sort?: "name" | "renewal") => {
		const asked = { ...(search !== undefined && { search }), ...(sort && { sort }) };
		const result = await fixture.actions.price.list({ personId, ...asked });
		return result.kind === "prices" ? result.prices.map((each) => each.zone) : result.kind;
	};
	expect(await zones()).toEqual([".com", ".net", ".bait", ".xn--p1ai"]);
	expect(await zones(undefined, "name")).toEqual([".bait", ".com", ".net", ".xn--p1ai"]);
	expect(await zones(undefined, "renewal")).toEqual([".xn--p1ai", ".com", ".net", ".bait"]);
	expect(await zones("ne")).toEqual([".net"]);
	expect(await zones(".рф")).toEqual([".xn--p1ai"]);
	expect(await zones("nothing")).toEqual([]);
	fixture.service.prices.set(".com.de", { register: 700, renew: 800 });
	fixture.service.prices.set(".xn--p1ai.net", { register: 400, renew: 600 });
	for (const search of ["com", ".com", "COM"]) expect(await zones(search)).toEqual([".com", ".com.de"]);
	expect(await zones("рф")).toEqual([".xn--p1ai", ".xn--p1ai.net"]);
});

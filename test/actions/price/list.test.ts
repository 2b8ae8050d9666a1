import { expect, it } from "vitest";
import { createActionsFixture } from "../fixture.ts";

it("lists the zones, cheapest first, and filters them", async () => {
	await using fixture = await createActionsFixture();
	const { personId } = await fixture.customer(1);
	fixture.service.prices.set(".xn--p1ai", { register: 500, renew: 600 });
	const zones = async (search?: string) => {
		const result = await fixture.actions.price.list({ personId, ...(search !== undefined && { search }) });
		return result.kind === "prices" ? result.prices.map((each) => each.zone) : result.kind;
	};
	expect(await zones()).toEqual([".xn--p1ai", ".com", ".net"]);
	expect(await zones("ne")).toEqual([".net"]);
	expect(await zones(".рф")).toEqual([".xn--p1ai"]);
	expect(await zones("nothing")).toEqual([]);
	fixture.service.prices.set(".com.de", { register: 700, renew: 800 });
	fixture.service.prices.set(".xn--p1ai.net", { register: 400, renew: 600 });
	for (const search of ["com", ".com", "COM"]) expect(await zones(search)).toEqual([".com", ".com.de"]);
	expect(await zones("рф")).toEqual([".xn--p1ai", ".xn--p1ai.net"]);
});

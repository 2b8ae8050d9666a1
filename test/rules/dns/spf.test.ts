import { expect, it } from "vitest";
import { mergeSpf } from "../../../src/rules/dns/spf.ts";

const google = "v=spf1 include:_spf.google.com ~all";

it.each([
	["a -all", "v=spf1 a include:_spf.google.com -all"],
	["include:_SPF.google.com mx ?all", "v=spf1 include:_SPF.google.com mx ?all"],
	["redirect=_spf.yandex.net", "v=spf1 include:_spf.yandex.net include:_spf.google.com ~all"],
	["ip4:192.0.2.1", "v=spf1 ip4:192.0.2.1 include:_spf.google.com ~all"],
	["-all", google],
])("merges %s with another record", (terms, merged) => {
	expect(mergeSpf(`v=spf1 ${terms}`, google)).toBe(merged);
	expect(mergeSpf(merged, google)).toBe(merged);
});

it("lets a record that allows no sender replace the other one", () => {
	expect(mergeSpf(google, "v=spf1 -all")).toBe("v=spf1 -all");
});

import { expect, it } from "vitest";
import { pricesView } from "../../../../src/bot/features/prices/view.ts";
import { texts } from "../../../support/texts.ts";
import { visible } from "../../../support/views.ts";

it("shows a TLD in its own script, with or without a dot", () => {
	const price = { registerCents: 299, renewCents: 399, premium: false };
	const prices = [".xn--p1ai", "xn--p1ai", ".com"].map((zone) => ({ zone, ...price }));
	const text = visible(
		pricesView(texts("en"), { kind: "prices", prices, sandbox: false, connected: true }, { page: 1 }),
	);
	expect(text).toContain(".рф $2.99, then $3.99/yr\nрф $2.99, then $3.99/yr\n.com $2.99");
});

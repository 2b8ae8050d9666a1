import { z } from "zod";
import { success } from "./envelope.ts";
import { asOf, usd } from "./fields.ts";

export const zone = z
	.object({
		zone: z.string().meta({ description: "The zone in punycode, with a leading dot." }),
		register_price_usd: usd("The first year"),
		renew_price_usd: usd("Each further year"),
		premium: z.boolean().meta({ description: "True if the zone has premium prices." }),
	})
	.meta({
		id: "Zone",
		description: "A zone that the service sells.",
		examples: [{ zone: ".com", register_price_usd: 11.5, renew_price_usd: 12.5, premium: false }],
	});
export type Zone = z.infer<typeof zone>;

/** `GET /zones`. Source: docs/service.md, "Zones". */
export const zoneList = z.object({ zones: z.array(zone), ...asOf }).meta({
	id: "ZoneList",
	description: "The price list, in alphabetical order.",
	examples: [
		{
			zones: [
				{ zone: ".com", register_price_usd: 11.5, renew_price_usd: 12.5, premium: false },
				{ zone: ".xn--p1ai", register_price_usd: 2.99, renew_price_usd: 3.99, premium: false },
			],
		},
	],
});

export const zonesAnswer = success("ZonesAnswer", zoneList);

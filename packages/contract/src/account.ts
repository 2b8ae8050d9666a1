import { z } from "zod";
import { success } from "./envelope.ts";
import { asOf, usd } from "./fields.ts";
import { limits } from "./limits.ts";

const pace = z.object({
	seconds: z.int().min(1).meta({ description: "One order is taken in this time." }),
	per_day: z.int().min(1).nullable().meta({ description: "The most orders in 24 hours; null without a limit." }),
});

/** `GET /account`. Source: docs/service.md, "Account". */
export const account = z
	.object({
		user_id: z
			.int()
			.min(1)
			.meta({ description: "The id of the account; it stays the same when the token is re-issued." }),
		balance_usd: usd("The balance"),
		api_enabled: z.boolean().meta({ description: "True if the API is on for the account." }),
		webhook_enabled: z.boolean().meta({ description: "True if events are sent." }),
		whitelist: z.array(z.string()).meta({ description: "Addresses and networks that may call the API." }),
		default_config: z
			.object({
				nameserver_preset_key: z.string().nullable(),
				edge_profile_key: z.string().nullable(),
				default_ttl: z.int().min(limits.ttl.min).max(limits.ttl.max).nullable(),
			})
			.meta({ id: "DefaultConfig", description: "Configuration of a registration without its own config." }),
		order_pace: z
			.object({ register: pace, renew: pace })
			.optional()
			.meta({ id: "OrderPace", description: "Set only if the registrar limits how often it takes orders." }),
		...asOf,
	})
	.meta({
		id: "Account",
		description: "The account of the token.",
		examples: [
			{
				user_id: 1001,
				balance_usd: 487.5,
				api_enabled: true,
				webhook_enabled: true,
				whitelist: ["203.0.113.5", "2001:db8::/48"],
				default_config: { nameserver_preset_key: null, edge_profile_key: null, default_ttl: 3600 },
			},
		],
	});
export type Account = z.infer<typeof account>;

export const accountAnswer = success("AccountAnswer", account);

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

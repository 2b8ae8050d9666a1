import { z } from "zod";
import { success } from "./envelope.ts";
import { edgeProfileKey } from "./fields.ts";

/** `POST /domains/{domain}/edge/bind`. Source: docs/service.md, "Edge profiles". */
export const edgeBody = z
	.object({ edge_profile_key: edgeProfileKey })
	.meta({ id: "EdgeBinding", description: "The profile to bind.", examples: [{ edge_profile_key: "shield" }] });

export const edgeResult = z
	.object({
		bound: z.boolean().meta({ description: "True if the profile is bound." }),
		edge_profile_key: z.string(),
	})
	.meta({
		id: "EdgeBound",
		description: "The bound profile.",
		examples: [{ bound: true, edge_profile_key: "shield" }],
	});
export const edgeAnswer = success("EdgeAnswer", edgeResult);

import { parseHost } from "@domains/contract/names.ts";
import { Refusal } from "../../refusal.ts";
import type { Price } from "../../store/prices.ts";
import { RegistrarFailure } from "../port.ts";
import { minuteOf, noAccess } from "./reasons.ts";
import type { Result } from "./send.ts";

/** Throws a refusal if the registrar refused, and a `RegistrarFailure` if it did not answer. */
export function answered<Value>(result: Result<Value>, domain = "The domain"): Value {
	switch (result.kind) {
		case "ok":
			return result.value;
		case "refused":
			if (result.code === "API_ACCESS_DISABLED") throw new Refusal("invalid", noAccess(domain));
			throw new Refusal("trouble", `Porkbun refused: ${result.text}`);
		case "limited":
			throw new Refusal("trouble", `Porkbun answers no more such calls until ${minuteOf(result.until)}.`);
		case "down":
		case "unknown":
			throw new RegistrarFailure(`Porkbun does not answer (${result.text}).`);
	}
}

/** Skips what is no TLD. */
export function pricesOf(list: readonly { tld: string; registerCents: number; renewCents: number }[]): Price[] {
	return list.flatMap(({ tld, registerCents, renewCents }) => {
		const name = parseHost(tld);
		return name.ok ? [{ zone: `.${name.ascii}`, registerCents, renewCents, premium: false }] : [];
	});
}

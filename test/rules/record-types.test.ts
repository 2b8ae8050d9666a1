import { misplacement, readRecord } from "@domains/contract/records/record.ts";
import { hasPriorityField, recordTypes, typeName, typeRows } from "@domains/contract/records/types.ts";
import { readReply } from "@domains/dns/message.ts";
import { parseSentence } from "@domains/dns/sentence.ts";
import { formatZoneFile } from "@domains/dns/zone-file/format.ts";
import { parseZoneFile } from "@domains/dns/zone-file/parse.ts";
import { resourceRecord } from "@domains/trading-service/dns/zone.ts";
import { encode } from "dns-packet";
import { describe, expect, it } from "vitest";

const zone = { domain: "shop.com", defaultTtl: 3600 };

describe.each(recordTypes)("the sample of %s", (type) => {
	const { sample, number } = typeRows[type];
	const hostname = ["www", "_sip._tcp"].find((each) => !misplacement(type, each)) ?? "";
	const priority = hasPriorityField(type) && { priority: 10 };
	const record = { type, hostname, value: sample, ttl: 300, ...priority };
	const data = [...(priority ? [priority.priority] : []), sample].join(" ");

	it("is canonical", () => {
		expect(readRecord(record, zone)).toEqual({ ok: true, value: record });
	});

	it("is the same after a zone file", () => {
		const file = formatZoneFile([record], { ...zone, nameservers: [], serial: 1 });
		expect(parseZoneFile(file, zone).records).toEqual([record]);
	});

	it("is the same after a DNS message from the service to the bot", () => {
		const name = `${hostname}.shop.com`;
		const answers = [resourceRecord(record, name, 300)];
		const reply = encode({ type: "response", id: 7, questions: [{ type, name }], answers });
		expect(readReply(reply, 7, { type, name })).toMatchObject({ kind: "values", values: [data] });
		// The question begins after a header of 12 bytes, and its type comes after the name.
		expect(reply.readUInt16BE(12 + name.length + 2)).toBe(number);
	});

	it("is read as a person types it, and under its number", () => {
		const typed = { host: hostname, type, value: sample, ...priority };
		expect(parseSentence(`${hostname} ${type} ${data}`)).toEqual(typed);
		expect(typeName(`type${number}`)).toBe(type);
	});
});

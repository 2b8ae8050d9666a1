import { expect, it, vi } from "vitest";
import { describeJourneys } from "../support/journeys.ts";
import type { Customer } from "../support/service-accounts.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 12 });

const apex = "@ A 203.0.113.1";
const mail = "@ MX 10 mail.example.net";
const note = "note TXT v1";

describeJourneys(({ t, w, own, owner, applies }) => {
	const read = (count: number) => w("dns-import-read", { count });

	async function opensFiles(anna: Customer, domain: string): Promise<void> {
		await anna.says(`/dns ${domain}`);
		await anna.taps(t("button-more"));
		await anna.taps(t("dns-file"));
		await anna.until(w("dns-file-title", { name: domain }));
	}

	async function exports(anna: Customer, domain: string, format: string, count: number) {
		await anna.taps(t(`dns-export-${format}`));
		const { document } = await anna.until(w("dns-file-sent", { name: domain, count }));
		const content = String(await anna.downloads(document?.file_id ?? ""));
		return { name: document?.file_name ?? "", content };
	}

	it("takes a zone file out and back in: added, updated and replaced, and refuses two files", async (test) => {
		const domain = own("zone-file");
		const anna = await owner(test, [domain], [apex, mail]);
		const { zone } = await anna.program();
		await opensFiles(anna, domain);
		const file = await exports(anna, domain, "zone", 2);
		expect(file.content).toContain(`$ORIGIN ${domain}.`);

		await anna.sends({ ...file, content: `${file.content}note 300 IN TXT "v1"\n` });
		await anna.until(read(3));
		await anna.taps(t("dns-import-add"));
		await anna.until(`➕ ${note}`);
		expect(await zone(domain)).toEqual([apex, mail]);
		await applies(anna, domain);
		expect(await zone(domain)).toEqual([apex, mail, note]);

		await anna.says(`$ORIGIN ${domain}.\n@ 300 IN A 203.0.113.2`);
		await anna.until(read(1));
		await anna.taps(t("dns-import-overwrite"));
		await anna.until("→ 203.0.113.2");
		await applies(anna, domain);
		expect(await zone(domain)).toEqual(["@ A 203.0.113.2", mail, note]);

		await anna.sends(file);
		await anna.until(read(2));
		await anna.taps(t("dns-import-replace"));
		const plan = await anna.until(`➖ ${note}`);
		expect(plan.text).toContain("→ 203.0.113.1");
		await applies(anna, domain);
		expect(await zone(domain)).toEqual([apex, mail]);

		await opensFiles(anna, domain);
		const foreign = `$ORIGIN ${own("foreign")}.\n@ 300 IN A 203.0.113.66\n`;
		await anna.sends({ name: "foreign.zone", content: foreign });
		await anna.until(w("dns-import-other", { origin: own("foreign"), name: domain }));
		expect(anna.buttons.flat()).not.toContain(t("dns-import-replace"));
		await anna.sends({ name: "parts.zone", content: "$INCLUDE other.zone\n@ IN A 203.0.113.66\n" });
		await anna.until(w("dns-import-directive", { directive: "$INCLUDE" }));
		expect(await zone(domain)).toEqual([apex, mail]);
	});

	it.for(["csv", "json"])("takes the records out as %s, and back in without a change", async (format, test) => {
		const domain = own(`as-${format}`);
		const anna = await owner(test, [domain], [apex, mail, note]);
		const { zone, writesZone } = await anna.program();
		await opensFiles(anna, domain);
		const file = await exports(anna, domain, format, 3);
		await anna.sends(file);
		await anna.until(read(3));
		await anna.taps(t("dns-import-replace"));
		await anna.until(w("plan-nothing", { name: domain }));

		await writesZone(domain, [apex, "note TXT v2"]);
		await opensFiles(anna, domain);
		await anna.sends(file);
		await anna.until(read(3));
		await anna.taps(t("dns-import-replace"));
		await anna.until(`➕ ${mail}`);
		await applies(anna, domain);
		expect(await zone(domain)).toEqual([apex, mail, note]);
	});

	it("collects several changes in a draft, and applies them at once", async (test) => {
		const domain = own("draft");
		const anna = await owner(test, [domain], [apex, mail, note]);
		const { zone, writesZone } = await anna.program();
		const more = async () => {
			await anna.taps(t("operation-more-changes"));
			await anna.untilView(() => anna.screen.includes(w("dns-draft")));
		};
		await anna.says(`/dns ${domain} www A 203.0.113.8`);
		await anna.until("➕ www A 203.0.113.8");
		await more();
		expect(anna.screen).toContain("➕ www A 203.0.113.8");
		await anna.says("blog CNAME example.net");
		await anna.until("➕ blog CNAME example.net");
		await more();
		await anna.taps("@ A 203.0.113.1");
		await anna.taps(t("record-edit"));
		await anna.until(w("record-ask-new-value"));
		await anna.says("203.0.113.9");
		await anna.until("→ 203.0.113.9");
		await more();
		await anna.taps(note);
		await anna.taps(t("record-delete"));
		await anna.until(`➖ ${note}`);
		expect(await zone(domain)).toEqual([apex, mail, note]);

		// Another program adds a record while the person's draft is open. When the draft is applied, it must not remove
		// this record.
		await writesZone(domain, [apex, mail, note, "other TXT kept"]);
		await more();
		await anna.says("shop CNAME example.net");
		const plan = await anna.until("➕ shop CNAME example.net");
		for (const part of ["➖ note TXT", "✏️ @ A", "➕ www A", "➕ blog CNAME"]) expect(plan.text).toContain(part);
		await more();
		await anna.taps(t("dns-draft-review"));
		await anna.until(w("operation-quoted", { kind: "dns", what: domain }));
		await applies(anna, domain);
		expect(await zone(domain)).toEqual([
			"@ A 203.0.113.9",
			mail,
			"blog CNAME example.net",
			"other TXT kept",
			"shop CNAME example.net",
			"www A 203.0.113.8",
		]);
	});
});

import { expect, it } from "vitest";
import { mailProviders } from "../src/providers/mail.ts";
import { isSpf, spfProblem } from "../src/spf.ts";

it.each([
	"",
	"-all",
	"+a -mx ~ptr ?all",
	"A MX:Example.NET. PTR:a.net INCLUDE:_spf.a.net EXISTS:a.net ALL",
	"a/24 a//64 a/24//64 a:a.net/0 mx:a.net//128 mx/32",
	"ip4:192.0.2.1 ip4:192.0.2.0/24 ip4:0.0.0.0/0 ip6:2001:db8::1 ip6:::/0 ip6:::ffff:192.0.2.1/128",
	"include:%{ir}.%{v}.%{d}.spf.has.pphosted.com exists:%{i}._spf.%{d2} exists:%{l1r-}.%{D}.a.net. a:%{d}",
	"include:a%%b%_%-.net include:xn--80ak6aa92e.com include:a.b1 include:a.1b include:a.b-c",
	"redirect=_spf.a.net exp=why.%{d}",
	"allow=x x-y_z.1= x=a%{d}/b",
])("finds no problem in v=spf1 %s", (terms) => {
	expect(spfProblem(`v=spf1 ${terms}`)).toBeNull();
});

it.each([
	["foo ~all", "term", "foo"],
	["inclued:a.net -all", "term", "inclued:a.net"],
	["-all foo", "term", "foo"],
	["mx -alll", "term", "-alll"],
	["all:a.net", "term", "all:a.net"],
	["--all", "term", "--all"],
	["include", "term", "include"],
	["include:", "term", "include:"],
	["include:localhost", "term", "include:localhost"],
	["include:192.0.2.1", "term", "include:192.0.2.1"],
	["include:a.net/24", "term", "include:a.net/24"],
	["include:a..", "term", "include:a.."],
	["include:a.-b", "term", "include:a.-b"],
	["include:пример.рф", "term", "include:пример.рф"],
	["include:%ir.%v.%d.a.net", "term", "include:%ir.%v.%d.a.net"],
	["include:%{x}.a.net", "term", "include:%{x}.a.net"],
	["exists:a", "term", "exists:a"],
	["ptr:", "term", "ptr:"],
	["ptr/24", "term", "ptr/24"],
	["a:", "term", "a:"],
	["a:192.0.2.1", "term", "a:192.0.2.1"],
	["a/33", "term", "a/33"],
	["a/", "term", "a/"],
	["a/024", "term", "a/024"],
	["mx//129", "term", "mx//129"],
	["mx.a.net", "term", "mx.a.net"],
	["ip4", "term", "ip4"],
	["ip4:", "term", "ip4:"],
	["ip4=192.0.2.1 ip4:192.0.2.0/33", "term", "ip4:192.0.2.0/33"],
	["ip6:2001:db8::/129", "term", "ip6:2001:db8::/129"],
	["ip4:999.1.1.1 foo ~all", "address", "ip4:999.1.1.1"],
	["+ip4:192.0.2", "address", "+ip4:192.0.2"],
	["ip4:2001:db8::1", "address", "ip4:2001:db8::1"],
	["ip6:192.0.2.1", "address", "ip6:192.0.2.1"],
	["ip6:fe80::1%eth0", "address", "ip6:fe80::1%eth0"],
	["redirect=", "term", "redirect="],
	["-redirect=a.net", "term", "-redirect=a.net"],
	["exp=a", "term", "exp=a"],
	["x=%", "term", "x=%"],
	["redirect=a.net Redirect=b.net", "twice", "redirect"],
	["exp=a.net -all exp=a.net", "twice", "exp"],
])("finds in v=spf1 %s a wrong %s: %s", (terms, reason, part) => {
	expect(spfProblem(`v=spf1 ${terms}`)).toEqual({ reason, part });
});

it("finds no problem in the SPF records of the templates", () => {
	const records = mailProviders.flatMap((provider) => provider.records.filter(({ value }) => isSpf(value)));
	expect(records.length).toBeGreaterThan(10);
	expect(records.map(({ value }) => spfProblem(value)).filter(Boolean)).toEqual([]);
});

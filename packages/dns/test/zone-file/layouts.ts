/** Zone files of `example.com` in the layouts that DNS providers and DNS servers write. */
export const layouts: Readonly<Record<string, string>> = {
	"a panel with tabs and comments": `;;
;; Domain:     example.com.
;; Exported:   2026-03-02 10:11:12
;;
;; SOA Record
example.com.	3600	IN	SOA	one.ns.example.net. dns.example.net. 2049456214 10000 2400 604800 3600

;; NS Records
example.com.	86400	IN	NS	one.ns.example.net.
example.com.	86400	IN	NS	two.ns.example.net.

;; A Records
example.com.	1	IN	A	203.0.113.5 ; tags=proxied:true
*.example.com.	1	IN	A	203.0.113.5 ; wildcard; note tags=proxied:false

;; CNAME Records
www.example.com.	1	IN	CNAME	example.com. ; tags=proxied:true

;; Others
example.com.	1	IN	MX	10 mail.example.com.
_sip._tcp.example.com.	1	IN	SRV	10 5 5060 sip.example.com.
example.com.	1	IN	HTTPS	1 . alpn="h3,h2" ipv4hint=203.0.113.5 ipv6hint=2001:db8::5 ech="AEX+DQ=="
example.com.	1	IN	TXT	"v=spf1 include:_spf.example.net ~all"
_dmarc.example.com.	1	IN	TXT	"v=DMARC1; p=none; rua=mailto:d@example.com"
example.com.	1	IN	CAA	0 issue "ca.example; validationmethods=dns-01"
`,
	"a registrar that omits final dots": `; Domain: example.com
; Exported (y-m-d hh:mm:ss): 2026-05-23 13:10:09

; SOA Record
example.com.	600	IN	SOA	ns33.example.net.	dns.example.net (
				2026111600
				28800
				7200
				604800
				600
				)

; CNAME Records
www	3600	IN	CNAME	@
shop	3600	IN	CNAME	shops.example.net
_connect	3600	IN	CNAME	_connect.gd.example.net

; MX Records
@	3600	IN	MX	0	smtp.example.net
@	3600	IN	MX	10	mail.example.net.

; NS Records
@	3600	IN	NS	ns34.example.net.
@	3600	IN	NS	ns33.example.net.
`,
	"a DNS server on Windows": `;
;  Database file example.com.dns for example.com zone.
;      Zone version:  71
;

@                       IN  SOA dc1.example.com. hostmaster.example.com. (
                        		71           ; serial number
                        		900          ; refresh
                        		600          ; retry
                        		86400        ; expire
                        		3600       ) ; default TTL

;
;  Zone NS records
;

@                       NS	dc1.example.com.
dc1.example.com.        A	203.0.113.35

;
;  Zone records
;

_gc._tcp                600	SRV	0 100 3268	dc1.example.com.
DomainDnsZones          600	A	203.0.113.35
                        600	A	203.0.113.36
www                     A	203.0.113.40
`,
	"a DNS server that lists a zone": `$ORIGIN .
$TTL 86400	; 1 day
example.com		IN SOA	ns1.example.net. admin.example.com. (
				2026110203 ; serial
				10800      ; refresh (3 hours)
				3600       ; retry (1 hour)
				604800     ; expire (1 week)
				38400      ; minimum (10 hours 40 minutes)
				)
			NS	ns1.example.net.
			NS	ns2.example.net.
			MX	10 mail.example.com.
$ORIGIN example.com.
_dmarc			TXT	"v=DMARC1; p=reject"
key._domainkey		IN TXT	( "v=DKIM1; k=rsa; "
				"p=MIIBIjANBgkqhkiG9w0B"
				"AQEFAAOCAQ8AMIIBCgKCAQEA" ) ; ----- DKIM key
$TTL 300	; 5 minutes
mail			A	192.0.2.10
			AAAA	2001:db8::10
$TTL 86400	; 1 day
www			CNAME	mail
$ORIGIN lab.example.com.
gate			A	192.0.2.20
`,
	"a zone transfer": `; <<>> a client <<>> example.com axfr
;; global options: +cmd
example.com.		3600	IN	SOA	ns1.example.net. h.example.net. 7 7200 3600 1209600 300
example.com.		3600	IN	NS	ns1.example.net.
www.example.com.	300	IN	A	192.0.2.1
a\\.b.example.com.	300	IN	A	192.0.2.1
example.com.		300	IN	TXT	"caf\\195\\169 \\"x\\"" "y;z"
x.example.com.		300	IN	SSHFP	4 2 (
				9A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5
				C6D7E8F9 )
;; Query time: 3 msec
`,
};

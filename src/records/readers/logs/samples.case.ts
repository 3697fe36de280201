/** Lines of every format, as their writers print them, for tests of more than one file. */
import type { LogFormat } from './formats.ts';

const CLF = '192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a/b.html?x=1 HTTP/1.1" 200 2326';
const SENDER = '"http://www.example.com/start.html" "Mozilla/5.0 (X11; Linux)"';
const OWNER = '79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be';
const CLOUDFRONT =
  '2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\td111111abcdef8.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20(Windows)\t-\t-\tHit\tSOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==\td111111abcdef8.cloudfront.net\thttps\t23\t0.001\t-\tTLSv1.2\tECDHE-RSA-AES128-GCM-SHA256\tHit\tHTTP/2.0\t-\t-\t11040\t0.001\tHit\ttext/html\t78\t-\t-';

/** Two lines or more of each format, all with the same format in mind. */
export const SAMPLES: Readonly<Record<LogFormat, readonly string[]>> = {
  COMMON: [CLF, '::1 - frank [10/Oct/2000:13:55:37 -0700] "HEAD / HTTP/1.0" 304 -'],
  COMBINED: [`${CLF} ${SENDER}`, `${CLF.replace('GET', 'POST')} "-" "-"`],
  VCOMMON: [`www.example.com:443 ${CLF}`, `example.org:80 ${CLF}`],
  VCOMBINED: [`www.example.com:443 ${CLF} ${SENDER}`, `[2001:db8::1]:8080 ${CLF} "-" "-"`],
  W3C: [
    '#Software: Microsoft Internet Information Services 10.0',
    '#Version: 1.0',
    '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken',
    '2021-03-04 05:06:07 10.0.0.4 GET /default.aspx id=3 443 - 192.0.2.9 Mozilla/5.0+(Windows+NT+10.0) - 200 0 0 15',
  ],
  SQUID: [
    '1066036250.603    345 192.0.2.1 TCP_MISS/200 4567 GET http://www.example.com/a - HIER_DIRECT/198.51.100.3 text/html',
    '1066036251.004     12 192.0.2.1 TCP_TUNNEL/200 39 CONNECT www.example.com:443 - HIER_DIRECT/198.51.100.3 -',
  ],
  CLOUDFRONT: [
    '#Version: 1.0',
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end',
    CLOUDFRONT,
  ],
  CLOUDSTORAGE: [
    '"time_micros","c_ip","c_ip_type","c_ip_region","cs_method","cs_uri","sc_status","cs_bytes","sc_bytes","time_taken_micros","cs_host","cs_referer","cs_user_agent","s_request_id","cs_operation","cs_bucket","cs_object"',
    '"1331679600000000","192.0.2.200","1","","GET","/bucket/object.html","200","0","5042","120000","storage.googleapis.com","","Mozilla/5.0 (X11, Linux)","AEnB2Uq","GET_Object","bucket","object.html"',
  ],
  AWSELB: [
    'https 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:x "Root=1-58337281" "www.example.com" "arn:aws:acm:y" 1 2018-07-02T22:22:48.364000Z "authenticate,forward" "-" "-" "10.0.0.1:80" "200" "-" "-"',
    '2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.38.0" - -',
  ],
  AWSS3: [
    `${OWNER} bucket1 [06/Feb/2019:00:00:38 +0000] 192.0.2.3 ${OWNER} 3E57427F3EXAMPLE REST.GET.OBJECT dir/page.html "GET /dir/page.html HTTP/1.1" 200 - 113 113 7 6 "-" "S3Console/0.4" - s9lzHYrFp76ZVxRcpX9 SigV4 ECDHE-RSA-AES128-GCM-SHA256 AuthHeader bucket1.s3.us-west-1.amazonaws.com TLSV1.2 - -`,
    `${OWNER} bucket1 [06/Feb/2019:00:00:39 +0000] 192.0.2.3 - 3E57427F3EXAMPLE REST.PUT.OBJECT page.html "PUT /page.html HTTP/1.1" 200 - - 13 7 6 "-" "-" - s9lz - - - bucket1.s3.amazonaws.com - - -`,
  ],
  CADDY: [
    '{"level":"info","ts":1646861401.5241024,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"192.0.2.1","remote_port":"41342","proto":"HTTP/2.0","method":"GET","host":"localhost:2015","uri":"/a?b=1","headers":{"User-Agent":["curl/7.82.0"],"Referer":["http://localhost/"]},"tls":{"resumed":false,"version":772,"server_name":"example.com"}},"bytes_read":0,"user_id":"","duration":0.000929675,"size":10900,"status":200,"resp_headers":{"Server":["Caddy"],"Content-Type":["text/html; charset=utf-8"]}}',
  ],
  TRAEFIKCLF: [`${CLF} "-" "curl/8.0" 17 "web@docker" "http://10.0.0.2:80" 12ms`, `${CLF} "-" "-" 18 "-" "-" 0ms`],
  JSON: [
    '{"time_iso8601":"2021-03-04T05:06:07+02:00","remote_addr":"192.0.2.1","host":"www.example.com","scheme":"https","request_uri":"/a?b=1","request_method":"GET","status":"200","body_bytes_sent":"512","http_user_agent":"curl/8.0","http_referer":""}',
    '{"time_local":"04/Mar/2021:05:06:08 +0200","host":"www.example.com","request":"GET /c HTTP/1.1","status":200,"bytes":1}',
  ],
};

import{Ir as e,Mr as t,Mt as n,cn as r,gn as i,jt as a,ln as o,nn as s,rn as c,rr as l,un as u}from"./common.js";const d=[o,u,c,n,a,r,s],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:e})=>l().countBadWords(String(e))>0?`toxic`:`not_toxic`};let p;function m(n,r){let a=d.find(e=>e.name===r);if(!a)return;let o=n.indexOf(`{`,n.lastIndexOf(`
The material:
{
`)),[s=``]=n.slice(o).split(`

The material ends`,1),c=t(e(s));p??=new Map(d.flatMap(e=>e.cases.map(t=>[i(e,t.input),t.expected])));let l=p.get(n)??f[r]?.(c)??`nothing`;return JSON.stringify({reason:``,...a.replyTo(l,n)})}export{m as scriptedVerdict};
import{$t as e,Gt as t,Hn as n,Kt as r,Qt as i,Sr as a,Zt as o,an as s,bt as c,vr as l,yt as u}from"./secrets.js";const d=[i,e,r,c,u,o,t];function f(e,{answer:t,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:t===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:n().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[i=``]=e.slice(r).split(`

The material ends`,1),o=l(a(i));p??=new Map(d.flatMap(e=>e.cases.map(t=>[s(e,t.input),t.expected])));let c=p.get(e)??f(t,o);return JSON.stringify({reason:``,...n.replyTo(c,e)})}export{m as scriptedVerdict};